/** Picture files: which a text may hold, and how they become small enough to be sent. */

const ACCEPTED = ['image/jpeg', 'image/gif', 'image/png'];

/** What the file dialog offers. */
export const ACCEPT = '.jpg,.jpeg,.gif,.png,image/jpeg,image/gif,image/png';

const MAX_SIDE = 1600;
const MAX_FILE = 25_000_000;
/** Above this a PNG is a photograph and becomes a JPEG. */
const MAX_PNG = 700_000;
/** Animations cannot be scaled here. */
const MAX_GIF = 3_000_000;

export type PictureProblem = 'imageRefused' | 'imageTooLarge' | 'uploadLost';

/** A file that cannot be put into a text; `problem` is the key of the message. */
export class PictureError extends Error {
  constructor(readonly problem: PictureProblem) {
    super(problem);
  }
}

/** The width and height that fit into the largest side, never enlarged. */
export function fitted(width: number, height: number, side = MAX_SIDE): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** What can be said about a file before it is read; `null` when nothing speaks against it. */
export function pictureProblem(file: Blob): PictureProblem | null {
  if (!ACCEPTED.includes(file.type)) return 'imageRefused';
  // An empty file has nothing to show, and a GIF would not be decoded here to find that out.
  if (file.size === 0 || file.size > (file.type === 'image/gif' ? MAX_GIF : MAX_FILE)) return 'imageTooLarge';
  return null;
}

/** The picture as it is sent. */
export async function preparePicture(file: Blob): Promise<Blob> {
  const problem = pictureProblem(file);
  if (problem) throw new PictureError(problem);
  return file.type === 'image/gif' ? file : scaled(file);
}

/** The file inside a data URL; `null` when it holds none that a text may have. */
export function pictureFromDataUrl(src: string): Blob | null {
  const [, type, data] = /^data:(image\/[a-z]+);base64,([a-z0-9+/=\s]+)$/i.exec(src) ?? [];
  if (!type || !data) return null;
  try {
    const bytes = Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0));
    const blob = new Blob([bytes], { type: type.toLowerCase().replace('image/jpg', 'image/jpeg') });
    return pictureProblem(blob) ? null : blob;
  } catch {
    return null;
  }
}

async function scaled(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureError('imageTooLarge');
  });
  const size = fitted(bitmap.width, bitmap.height);
  const unchanged = size.width === bitmap.width && file.size <= MAX_PNG;
  try {
    if (unchanged) return file;
    const png = file.type === 'image/png' ? await draw(bitmap, size, 'image/png') : null;
    return png && png.size <= MAX_PNG ? png : await draw(bitmap, size, 'image/jpeg');
  } finally {
    bitmap.close();
  }
}

function draw(bitmap: ImageBitmap, { width, height }: { width: number; height: number }, type: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new PictureError('imageTooLarge');
  if (type === 'image/jpeg') {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new PictureError('imageTooLarge'))), type, 0.85);
  });
}

/** A picture as a data URL, for places that cannot read this page's files. */
export function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new PictureError('imageTooLarge'));
    reader.readAsDataURL(blob);
  });
}
