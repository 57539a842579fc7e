import { LANGUAGES, META_FIELDS, USUAL } from '../api/types';
import { FIELD_NAMES, fieldsIn } from './fields';
import type { Content } from './state';

/** Without a word in them a new post goes without them. */
const SPARED = new Set<string>([...META_FIELDS, ...LANGUAGES.filter((language) => !USUAL.includes(language)).flatMap(fieldsIn)]);

/**
 * The specified multipart payload; the image part only if a file was chosen, the wish to remove the picture only if it is one.
 * A new post has nothing for search engines to be cleared, and nothing in languages that came to the site later: the same wish of an
 * earlier page is the same request.
 */
export function toFormData({ fields, image, imageRemoved }: Content, isNew = false): FormData {
  const form = new FormData();
  const sent = FIELD_NAMES.filter((name) => !(isNew && SPARED.has(name) && fields[name] === ''));
  for (const name of sent) form.append(name, String(fields[name]));
  if (image) form.append('image', image);
  else if (imageRemoved) form.append('remove_image', 'true');
  return form;
}
