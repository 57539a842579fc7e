export interface ScrollTopProps {
  label: string;
}
