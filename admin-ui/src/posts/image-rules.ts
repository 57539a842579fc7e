/** Why a chosen file is not taken; each is a sentence of the form. */
export type ImageProblem = 'imageType' | 'imageEmpty';

/** Image files only, and not empty ones. */
export function imageProblem(file: Pick<File, 'type' | 'size'>): ImageProblem | null {
  if (!file.type.startsWith('image/')) return 'imageType';
  return file.size === 0 ? 'imageEmpty' : null;
}
