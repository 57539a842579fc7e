export interface LayoutToggleProps {
  words: { label: string; card: string; wide: string };
}
