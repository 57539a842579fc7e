import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeUploads } from '../test/uploads';
import { setTokenSource } from './client';
import { ApiError } from './errors';
import { uploadPicture } from './media';

const picture = new Blob(['GIF89a'], { type: 'image/gif' });
let server: FakeUploads;

beforeEach(() => {
  server = new FakeUploads();
  setTokenSource({ current: () => 'old', renew: async () => 'new' });
});
afterEach(() => vi.unstubAllGlobals());

const upload = (onProgress: (sent: number) => void = () => undefined, signal = new AbortController().signal) =>
  uploadPicture(picture, { signal, onProgress });

describe('uploading a picture', () => {
  it('sends one part with the token, tells the progress, and answers what is stored', async () => {
    const progress = vi.fn();
    const answer = upload(progress);
    const [request] = await server.requests(1);
    request?.progress(3, 6);
    request?.answer(201, { id: 12, url: '/api/blog/images/12/', width: 800, height: 600 });
    expect(await answer).toMatchObject({ id: 12, url: '/api/blog/images/12/' });
    expect(progress).toHaveBeenCalledWith(0.5);
    expect(request).toMatchObject({ method: 'POST', path: '/api/media/', token: 'Bearer old' });
    expect([...(request?.form ?? [])].map(([name, file]) => [name, (file as File).size])).toEqual([['image', 6]]);
  });

  it('renews an expired token and sends again, once', async () => {
    const answer = upload();
    (await server.requests(1))[0]?.answer(401, {});
    const [, second] = await server.requests(2);
    expect(second?.token).toBe('Bearer new');
    second?.answer(401, {});
    await expect(answer).rejects.toMatchObject({ kind: 'session' });
  });

  it.each([400, 413, 429, 503])('fails with the status %i', async (status) => {
    const answer = upload();
    (await server.requests(1))[0]?.answer(status, { errors: { image: ['invalid'] } });
    await expect(answer).rejects.toEqual(ApiError.fromStatus(status));
  });

  it('fails without a connection, and when it is cancelled', async () => {
    const lost = upload();
    (await server.requests(1))[0]?.lose();
    await expect(lost).rejects.toMatchObject({ kind: 'offline' });
    const controller = new AbortController();
    const cancelled = upload(undefined, controller.signal);
    await server.requests(2);
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ kind: 'stopped' });
  });

  it('gives every picture a time by its size, and says when that was not enough', async () => {
    const large = new Blob([new Uint8Array(1_000_000)], { type: 'image/gif' });
    const answers = [upload(), uploadPicture(large, { signal: new AbortController().signal, onProgress: () => undefined })];
    const [small, slow] = await server.requests(2);
    expect(small?.timeout).toBe(30_000);
    expect(slow?.timeout).toBe(91_035);
    small?.timeOut();
    slow?.timeOut();
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('sends nothing that was cancelled before', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(upload(undefined, controller.signal)).rejects.toMatchObject({ kind: 'stopped' });
    expect(server.sent).toHaveLength(0);
  });
});
