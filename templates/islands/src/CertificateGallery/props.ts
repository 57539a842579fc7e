export interface Certificate {
  title: string;
  year: string;
  issuer: string;
  description: string;
  /** HTML of `picture(…)`, in the sizes of a card. */
  picture: string;
}

export interface CertificateGalleryProps {
  items: Certificate[];
  /** `sizes` of a picture in the dialog. */
  dialog_sizes: string;
  words: { open: string; close: string; issued_by: string; year: string };
}
