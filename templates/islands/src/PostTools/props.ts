export interface PostToolsProps {
  /** Of the button. */
  share: string;
}
