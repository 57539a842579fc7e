import { each, one, ownText, type Read } from '../plain/props';
import type { CertificateGalleryProps } from './props';

export const read = {
  items: (gallery) =>
    each(gallery, '.certificate', (card) => ({
      title: ownText(one(card, 'button')),
      year: ownText(one(card, '.certificate__facts')),
      issuer: ownText(one(card, '.certificate__issuer')),
      description: one(card, '.certificate__text').textContent,
      picture: one(card, '.certificate__picture').innerHTML,
    })),
} satisfies Read<CertificateGalleryProps>;
