export interface MapEmbedProps {
  embed_url: string;
  link_url: string;
  /** Title of the frame. */
  title: string;
  /** Label of the link. */
  link: string;
  address: string;
}
