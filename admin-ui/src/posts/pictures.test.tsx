import { act, screen, waitFor } from '@testing-library/react';
import { DRAG_DROP_PASTE } from '@lexical/rich-text';
import type { LexicalEditor } from 'lexical';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { edit, field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aPost, json } from '../test/server';
import { FakeUploads } from '../test/uploads';

/** The least GIF there is; GIFs are sent as they are. */
const file = (name: string) => new File(['GIF89a'], name, { type: 'image/gif' });
const submit = () => screen.getByRole('button', { name: 'Create' });
const stored = (id: number) => ({ id, url: `/api/blog/images/${id}/`, width: 1, height: 1 });

async function insert(language: string, ...names: string[]) {
  const root = document.querySelector(`#content_${language}`) as HTMLElement & { __lexicalEditor: LexicalEditor };
  await act(async () => void root.__lexicalEditor.dispatchCommand(DRAG_DROP_PASTE, names.map(file)));
}

let uploads: FakeUploads;

beforeEach(async () => {
  await signedInWithNothingKept();
  uploads = new FakeUploads();
});
afterEach(() => vi.unstubAllGlobals());

describe('saving with pictures on their way', () => {
  it('waits for all of them, says so, and sends their addresses', async () => {
    const server = (await open(aPost())).on(POST, (request) => json(saved(request, 9), 201));
    await fill();
    await insert('az', 'a.gif', 'b.gif');
    const [first, second] = await uploads.requests(2);
    await user.click(submit());
    await screen.findByText(/^2 images are being uploaded/);
    await act(async () => first?.answer(201, stored(11)));
    await screen.findByText(/^1 image is being uploaded/);
    await user.type(field('title_az'), ' and more');
    expect(server.asked(POST)).toHaveLength(0);
    await act(async () => second?.answer(201, stored(12)));
    await waitFor(() => expect(server.asked(POST)).toHaveLength(1));
    expect(server.asked(POST)[0]?.form).toMatchObject({
      title_az: 'new title_az and more',
      content_az: '<p><img src="/api/blog/images/11/" alt=""></p><p><img src="/api/blog/images/12/" alt=""></p>',
    });
  });

  it('is given up when one did not arrive, and says where', async () => {
    const server = (await open(aPost())).on(POST, (request) => json(saved(request, 9), 201));
    await fill();
    await insert('en', 'a.gif');
    const [first] = await uploads.requests(1);
    await user.click(submit());
    await act(async () => first?.answer(500, {}));
    await screen.findByText(/^Not saved: 1 image was not uploaded \(EN\)/);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const [, again] = await uploads.requests(2);
    await act(async () => again?.answer(201, stored(11)));
    await waitFor(() => expect(field('content_en').value).toContain('/api/blog/images/11/'));
    expect(server.asked(POST)).toHaveLength(0);
    await user.click(submit());
    await waitFor(() => expect(server.asked(POST)).toHaveLength(1));
  });

  it('does not happen when the editor stops waiting', async () => {
    const server = (await open(aPost())).on(POST, (request) => json(saved(request, 9), 201));
    await fill();
    await insert('az', 'a.gif');
    const [picture] = await uploads.requests(1);
    await user.click(submit());
    await user.click(screen.getByRole('button', { name: 'Stop waiting' }));
    await act(async () => picture?.answer(201, stored(11)));
    await waitFor(() => expect(field('content_az').value).toContain('/api/blog/images/11/'));
    expect(server.asked(POST)).toHaveLength(0);
  });

  it('begins at once when the picture that is missing is deleted', async () => {
    const server = (await open(aPost())).on(POST, (request) => json(saved(request, 9), 201));
    await fill();
    await insert('ru', 'a.gif');
    await uploads.requests(1);
    await user.click(submit());
    await user.click(within('ru', 'Cancel'));
    await waitFor(() => expect(server.asked(POST)).toHaveLength(1));
    expect(server.asked(POST)[0]?.form['content_ru']).toBe('');
  });
});

function within(language: string, name: string): HTMLElement {
  const button = [...document.querySelectorAll<HTMLElement>(`#content_${language} button`)].find(({ textContent }) => textContent === name);
  if (!button) throw new Error(`no button ${name}`);
  return button;
}

describe('the draft and a picture on its way', () => {
  it('says that it waits, and goes by itself once it is there, also when it was asked for meanwhile', async () => {
    const server = await open(aPost());
    await insert('az', 'a.gif');
    const [picture] = await uploads.requests(1);
    expect(
      await screen.findByText(/^1 image is being uploaded \(AZ\)\. The draft will be saved as soon as it has arrived\. The text is kept/),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await act(async () => picture?.answer(201, stored(11)));
    await waitFor(() => expect(server.asked('POST /api/blog/drafts/')).toHaveLength(1), { timeout: 5000 });
    expect(server.asked('POST /api/blog/drafts/')[0]?.form['content_az']).toContain('/api/blog/images/11/');
  });

  it('says in whose text one did not arrive, and leads there when it is asked for', async () => {
    const server = await open(aPost());
    await insert('ru', 'a.gif');
    const [picture] = await uploads.requests(1);
    await act(async () => picture?.answer(500, {}));
    expect(await screen.findByText(/^Not saved: 1 image was not uploaded \(RU\).* The text is kept/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('content_ru'));
    expect(server.asked('POST /api/blog/drafts/')).toEqual([]);
    await user.click(within('ru', 'Try again'));
    const [, again] = await uploads.requests(2);
    await act(async () => again?.answer(201, stored(11)));
    await waitFor(() => expect(screen.queryByText(/image was not uploaded|image is being/)).toBeNull());
  });

  it('leaves whoever is at another post by the time it fails alone', async () => {
    await open([aPost({ id: 1 })]);
    await insert('ru', 'a.gif');
    const [picture] = await uploads.requests(1);
    await edit(1);
    await act(async () => picture?.answer(500, {}));
    expect(screen.queryByText(/image was not uploaded|image is being/)).toBeNull();
  });
});

describe('texts copied from another language', () => {
  it('can be exchanged for the former ones until one of them is changed', async () => {
    await open(aPost());
    await user.type(field('title_az'), 'from');
    await user.type(field('title_en'), 'mine');
    const copy = () => user.click(document.querySelectorAll<HTMLElement>('#pane-en .pane__tools button')[0] as HTMLElement);
    await copy();
    expect(field('title_en').value).toBe('from');
    await user.click(screen.getByRole('button', { name: 'Bring the previous texts back', hidden: true }));
    expect(field('title_en').value).toBe('mine');
    await copy();
    await user.type(field('title_en'), '!');
    expect(screen.queryByRole('button', { name: 'Bring the previous texts back', hidden: true })).toBeNull();
  });
});
