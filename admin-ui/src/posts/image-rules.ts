/** Why a chosen file is not taken; each is a sentence of the form. */
export type ImageProblem = 'imageType' | 'imageEmpty' | 'imageKind' | 'imageBroken';

/** What the server accepts as the image of a post; the file dialog offers every image, as specified. */
const KINDS = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** Image files only, not empty ones, of the accepted kinds. Whether one can be read shows when it is drawn. */
export function imageProblem(file: Pick<File, 'type' | 'size'>): ImageProblem | null {
  if (!file.type.startsWith('image/')) return 'imageType';
  if (file.size === 0) return 'imageEmpty';
  return KINDS.includes(file.type) ? null : 'imageKind';
}
