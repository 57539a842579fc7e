import { FIELD_NAMES } from './fields';
import type { Content } from './state';

/** The specified multipart payload; the image part only if a file was chosen, the wish to remove the picture only if it is one. */
export function toFormData({ fields, image, imageRemoved }: Content): FormData {
  const form = new FormData();
  for (const name of FIELD_NAMES) form.append(name, String(fields[name]));
  if (image) form.append('image', image);
  else if (imageRemoved) form.append('remove_image', 'true');
  return form;
}
