import { META_FIELDS } from '../api/types';
import { FIELD_NAMES } from './fields';
import type { Content } from './state';

const META = new Set<string>(META_FIELDS);

/**
 * The specified multipart payload; the image part only if a file was chosen, the wish to remove the picture only if it is one.
 * A new post has nothing for search engines to be cleared: the same wish of an earlier version of this page is the same request.
 */
export function toFormData({ fields, image, imageRemoved }: Content, isNew = false): FormData {
  const form = new FormData();
  const sent = FIELD_NAMES.filter((name) => !(isNew && META.has(name) && fields[name] === ''));
  for (const name of sent) form.append(name, String(fields[name]));
  if (image) form.append('image', image);
  else if (imageRemoved) form.append('remove_image', 'true');
  return form;
}
