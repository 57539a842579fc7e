import { useRef } from 'react';
import { useSeen } from '../shared/in-view';
import type { MapEmbedProps } from './props';

/** The only foreign content of the site: fetched when it is about to be seen, the address and a link always. */
export function MapEmbed({ embed_url, link_url, title, link, address }: MapEmbedProps) {
  const box = useRef<HTMLDivElement>(null);
  const near = useSeen(box, '200px');
  return (
    <div className="map-embed">
      <div ref={box} className="map-embed__frame">
        {near ? <iframe src={embed_url} title={title} referrerPolicy="no-referrer" allowFullScreen /> : null}
      </div>
      <p className="map-embed__address">
        <span>{address}</span> <a href={link_url} target="_blank" rel="noopener noreferrer">{link}</a>
      </p>
    </div>
  );
}
