export interface Certificate {
  id: string;
  title: string;
  year: string | number;
  issuer: string;
  description: string;
  /** HTML of `picture(…)`: small for the card, large for the dialog. */
  thumb: string;
  full: string;
}

export interface CertificateGalleryProps {
  items: Certificate[];
  words: { open: string; close: string; issued_by: string; year: string };
}
