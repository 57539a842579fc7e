export interface LegalSection {
  /** Anchor, unique over all documents. */
  id: string;
  title: string;
  /** Inline HTML. */
  paragraphs: string[];
  points: string[];
}

export interface LegalDocument {
  id: string;
  title: string;
  intro: string;
  sections: LegalSection[];
}

export interface LegalTabsProps {
  documents: LegalDocument[];
  words: { tabs: string; navigation: string };
}
