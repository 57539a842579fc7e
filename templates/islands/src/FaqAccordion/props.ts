export interface FaqEntry {
  question: string;
  answer: string;
}

export interface FaqAccordionProps {
  items: FaqEntry[];
}
