import type { MapEmbedProps } from './props';

/** The address and a link, always; the map itself comes with plain.ts. */
export function MapEmbed({ link_url, link, address }: MapEmbedProps) {
  return (
    <div className="map-embed">
      <div className="map-embed__frame" />
      <p className="map-embed__address">
        <span>{address}</span>{' '}
        <a href={link_url} target="_blank" rel="noopener noreferrer">
          {link}
        </a>
      </p>
    </div>
  );
}
