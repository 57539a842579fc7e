import { authorised, patienceFor } from './client';
import { ApiError } from './errors';
import type { StoredPicture } from './types';

export interface UploadOptions {
  signal: AbortSignal;
  /** Share of the picture that has left, 0 to 1. */
  onProgress: (sent: number) => void;
  /** It stays even while no text uses it. */
  keep?: boolean;
}

/** Stores a picture before any text uses it. Uploads that no saved text uses are collected by the server, unless it is to keep them. */
export function uploadPicture(picture: Blob, options: UploadOptions): Promise<StoredPicture> {
  return authorised((token) => send(picture, token, options));
}

/** `fetch` does not tell how much of a request has left; that is why this is an `XMLHttpRequest`. */
function send(picture: Blob, token: string, { signal, onProgress, keep = false }: UploadOptions): Promise<StoredPicture> {
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('image', picture, picture instanceof File ? picture.name : `picture.${picture.type.split('/')[1] ?? 'bin'}`);
  if (keep) form.append('keep', 'true');
  return new Promise<StoredPicture>((resolve, reject) => {
    if (signal.aborted) return reject(new ApiError('stopped'));
    const cancel = () => request.abort();
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status === 201 ? resolve(request.response as StoredPicture) : reject(ApiError.fromStatus(request.status));
    request.onerror = () => reject(new ApiError('offline'));
    request.ontimeout = () => reject(new ApiError('timeout'));
    request.onabort = () => reject(new ApiError('stopped'));
    request.onloadend = () => signal.removeEventListener('abort', cancel);
    signal.addEventListener('abort', cancel);
    request.open('POST', '/api/media/');
    request.timeout = patienceFor(form);
    request.responseType = 'json';
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.send(form);
  });
}
