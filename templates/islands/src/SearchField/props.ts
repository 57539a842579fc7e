export interface SearchFieldProps {
  /** Of the button, and of the field that it opens. */
  label: string;
  /** Where questions go: the blog's own address. */
  action: string;
}
