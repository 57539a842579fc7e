import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../api/errors';
import type { UploadOptions } from '../api/media';
import { uploadId, uploadIds, withAddresses } from '../rich-text/address';
import { soon } from '../test/soon';
import type { LocalPicture } from './local-pictures';
import { PictureUploads } from './uploads';

/** An upload under way, to be ended by the test. */
interface Sending extends UploadOptions {
  picture: Blob;
  arrive: (url: string) => void;
  fail: (error: Error) => void;
}

let sending: Sending[];
let kept: Map<string, LocalPicture>;

function anUploader() {
  return new PictureUploads({
    prepare: async (file) => file,
    keep: async (picture) => void kept.set(picture.id, picture),
    find: async (id) => kept.get(id),
    send: (picture, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(new ApiError('stopped')));
        sending.push({ ...options, picture, arrive: (url) => resolve({ url }), fail: reject });
      }),
  });
}

const file = () => new File(['GIF89a'], 'a.gif', { type: 'image/gif' });
/** Waits until so many uploads have begun, ended ones included; answers the last. */
async function begun(count: number): Promise<Sending> {
  await soon(() => expect(sending).toHaveLength(count));
  return sending[count - 1] as Sending;
}

describe('the uploads of pictures', () => {
  let uploads: PictureUploads;
  let src: string;
  let id: string;

  beforeEach(() => {
    [sending, kept] = [[], new Map()];
    uploads = anUploader();
    src = uploads.add(file());
    id = uploadId(src) ?? '';
  });

  it('begin when a text shows the picture, tell how far they are, and give it its address', async () => {
    expect(uploads.of(id)).toEqual({ phase: 'waiting' });
    uploads.hold(id);
    const upload = await begun(1);
    upload.onProgress(0.5);
    expect(uploads.of(id)).toEqual({ phase: 'sending', sent: 0.5 });
    expect(uploads.settled(src)).toBe(src);
    upload.arrive('/api/blog/images/7/');
    await soon(() => expect(uploads.settled(src)).toBe('/api/blog/images/7/'));
  });

  it('are cancelled when no text shows the picture any more, and begin again when one does', async () => {
    const release = uploads.hold(id);
    const first = await begun(1);
    release();
    await soon(() => expect(first.signal.aborted).toBe(true));
    expect(uploads.of(id)).toEqual({ phase: 'waiting' });
    uploads.hold(id);
    (await begun(2)).arrive('/api/blog/images/8/');
    await soon(() => expect(uploads.of(id)).toEqual({ phase: 'done', url: '/api/blog/images/8/' }));
  });

  it('go on while the picture is only drawn anew, and while a second text shows it', async () => {
    const [release, other] = [uploads.hold(id), uploads.hold(id)];
    const upload = await begun(1);
    release();
    uploads.hold(id)();
    await new Promise((resolve) => setTimeout(resolve));
    expect(upload.signal.aborted).toBe(false);
    other();
    await soon(() => expect(upload.signal.aborted).toBe(true));
  });

  it.each([
    [new ApiError('offline'), 'uploadOffline'],
    [ApiError.fromStatus(400), 'uploadRefused'],
    [ApiError.fromStatus(401), 'uploadSession'],
    [ApiError.fromStatus(413), 'imageTooLarge'],
    [ApiError.fromStatus(429), 'uploadBusy'],
    [ApiError.fromStatus(500), 'uploadServer'],
    [ApiError.fromStatus(503), 'uploadBusy'],
  ])('that fail (%s) say why and can be tried again', async (error, problem) => {
    uploads.hold(id);
    (await begun(1)).fail(error);
    await soon(() => expect(uploads.of(id)).toEqual({ phase: 'failed', problem }));
    uploads.retry(id);
    (await begun(2)).arrive('/api/blog/images/9/');
    await soon(() => expect(uploads.settled(src)).toBe('/api/blog/images/9/'));
  });

  it('go on by themselves when the line is back, but not where it was not the line', async () => {
    const other = uploadId(uploads.add(file())) ?? '';
    uploads.hold(id);
    uploads.hold(other);
    await begun(2);
    sending[0]?.fail(new ApiError('offline'));
    sending[1]?.fail(ApiError.fromStatus(400));
    await soon(() => expect([uploads.of(id).phase, uploads.of(other).phase]).toEqual(['failed', 'failed']));
    uploads.retryInterrupted();
    await begun(3);
    expect(uploads.of(other)).toEqual({ phase: 'failed', problem: 'uploadRefused' });
  });

  it('are two at a time', async () => {
    const ids = [id, ...Array.from({ length: 3 }, () => uploadId(uploads.add(file())) ?? '')];
    for (const each of ids) uploads.hold(each);
    const second = await begun(2);
    expect(uploads.of(ids[2] ?? '')).toEqual({ phase: 'waiting' });
    second.arrive('/api/blog/images/1/');
    (await begun(3)).fail(new ApiError('server', 500));
    await begun(4);
  });

  it('survive a reload: the file is found in this browser', async () => {
    const next = anUploader();
    next.hold(id);
    const upload = await begun(1);
    expect(upload.picture.size).toBe(6);
    expect(next.preview(id)).not.toBeNull();
  });

  it('are not repeated after a reload when the picture had arrived', async () => {
    uploads.hold(id);
    (await begun(1)).arrive('/api/blog/images/7/');
    await soon(() => expect(kept.get(id)?.url).toBe('/api/blog/images/7/'));
    const next = anUploader();
    next.hold(id);
    await soon(() => expect(next.settled(src)).toBe('/api/blog/images/7/'));
    expect(sending).toHaveLength(1);
  });

  it('are finished for who waits for them, whether a text shows the picture or not', async () => {
    const arrival = uploads.arrival(id, new AbortController().signal);
    uploads.hold(id)();
    (await begun(1)).arrive('/api/blog/images/7/');
    expect(await arrival).toBe('/api/blog/images/7/');
  });

  it('tell who waits for them that they failed, and stop with the last who waited', async () => {
    const failed = uploads.arrival(id, new AbortController().signal);
    (await begun(1)).fail(ApiError.fromStatus(413));
    await expect(failed).rejects.toMatchObject({ problem: 'imageTooLarge' });
    const stop = new AbortController();
    const stopped = uploads.arrival(uploadId(uploads.add(file())) ?? '', stop.signal);
    const second = await begun(2);
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ kind: 'stopped' });
    await soon(() => expect(second.signal.aborted).toBe(true));
  });

  it('say so when the file is nowhere', async () => {
    uploads.hold('elsewhere');
    await soon(() => expect(uploads.of('elsewhere')).toEqual({ phase: 'failed', problem: 'uploadLost' }));
  });
});

describe('addresses of pictures that are not stored', () => {
  const html = '<p><img src="upload:a-1" alt="x"></p><p><img src="/api/blog/images/5/" alt=""><img src="upload:b-2" alt="upload:c"></p>';

  it('are found in a text and replaced in it', () => {
    expect(uploadIds(html)).toEqual(['a-1', 'b-2']);
    expect(withAddresses(html, (id) => (id === 'a-1' ? '/x/' : null))).toBe(html.replace('upload:a-1', '/x/'));
    expect([uploadId('upload:a-1'), uploadId('upload:"'), uploadId('/x')]).toEqual(['a-1', null, null]);
  });
});
