import { authorised } from './client';
import { ApiError } from './errors';
import type { StoredPicture } from './types';

export interface UploadOptions {
  signal: AbortSignal;
  /** Share of the picture that has left, 0 to 1. */
  onProgress: (sent: number) => void;
}

/** An upload that moves nothing for so long is given up, as an interrupted line. */
const STALLED = 60_000;

/** Stores a picture before any text uses it. Uploads that no saved text uses are collected by the server. */
export function uploadPicture(picture: Blob, options: UploadOptions): Promise<StoredPicture> {
  return authorised((token) => send(picture, token, options));
}

/** `fetch` does not tell how much of a request has left; that is why this is an `XMLHttpRequest`. */
function send(picture: Blob, token: string, { signal, onProgress }: UploadOptions): Promise<StoredPicture> {
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('image', picture, `picture.${picture.type.split('/')[1] ?? 'bin'}`);
  return new Promise<StoredPicture>((resolve, reject) => {
    const cancel = () => request.abort();
    let patience = setTimeout(cancel, STALLED);
    const moved = () => {
      clearTimeout(patience);
      patience = setTimeout(cancel, STALLED);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      moved();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => (request.status === 201 ? resolve(request.response as StoredPicture) : reject(ApiError.fromStatus(request.status)));
    request.onerror = () => reject(new ApiError('offline'));
    request.onabort = () => reject(new ApiError('offline'));
    request.onloadend = () => {
      clearTimeout(patience);
      signal.removeEventListener('abort', cancel);
    };
    signal.addEventListener('abort', cancel);
    request.open('POST', '/api/media/');
    request.responseType = 'json';
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.send(form);
  });
}
