import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Language } from '../api/types';
import { storeTokens } from '../auth/session';
import { ASKED, DRAFT, ONE, pageOf, panel } from '../test/approval-page';
import { FakeEvents } from '../test/events';
import { edit, field, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aDraft, aPost, json } from '../test/server';

/** Of a site that has had it. */
const GERMAN = 'de' as Language;

beforeEach(signedInWithNothingKept);

/** The form, which has the focus that went with what was pressed. */
const form = () => screen.getByRole('region', { name: /№ 1$/ });

describe('asking for publication', () => {
  it('shows an editor who asks for what, and publishes it', async () => {
    const { server, now } = await pageOf('editor', ASKED);
    const publish = 'POST /api/blog/posts/1/publish/';
    server.on(publish, () => {
      now(null);
      return json(aPost({ id: 1 }));
    });
    await edit(1);
    await waitFor(() => expect(panel()).toHaveTextContent(/^aygun asks for publication: AZ, RU.*Cüməyə lazımdır/));
    await user.click(await screen.findByRole('button', { name: 'Publish AZ, RU' }));
    await waitFor(() => expect(panel()).toBeNull());
    expect(server.asked(publish)[0]?.json).toEqual({ languages: ['az', 'ru'] });
    expect(server.asked(publish)[0]?.headers.get('If-Match')).toBe('"d1-1"');
    expect(form()).toHaveFocus();
  });

  it('publishes what the site still has of the languages that were asked for', async () => {
    const { server, now } = await pageOf('editor', { ...ASKED, languages: ['az', GERMAN] });
    const publish = 'POST /api/blog/posts/1/publish/';
    server.on(publish, () => json(aPost({ id: 1 })));
    await edit(1);
    await waitFor(() => expect(panel()).toHaveTextContent(/^aygun asks for publication: AZ, DE/));
    await user.click(await screen.findByRole('button', { name: 'Publish AZ' }));
    await waitFor(() => expect(server.asked(publish)[0]?.json).toEqual({ languages: ['az'] }));
    // Nothing of it: it can be sent back.
    now({ ...ASKED, languages: [GERMAN] });
    await edit(2);
    await edit(1);
    await waitFor(() => expect(panel()).toHaveTextContent(/^aygun asks for publication: DE/));
    const buttons = within(panel() ?? form()).getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(['Send back…']);
  });

  it('sends it back with a note that must say something', async () => {
    const { server, now } = await pageOf('editor', ASKED);
    const back = `POST ${ONE}return/`;
    server.on(back, () => {
      now({ ...ASKED, returned: { at: '2026-11-02T08:00:00Z', by: 'orxan', note: 'Mənbə yoxdur' } });
      return json(null, 204);
    });
    await edit(1);
    await user.click(await screen.findByRole('button', { name: 'Send back…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Send back' }));
    expect(server.asked(back)).toHaveLength(0);
    await user.type(dialog.getByLabelText('What is to be done first?'), 'Mənbə yoxdur');
    await user.click(dialog.getByRole('button', { name: 'Send back' }));
    expect(await screen.findByText(/^Sent back by orxan/)).toBeVisible();
    expect(server.asked(back)[0]?.json).toEqual({ note: 'Mənbə yoxdur' });
    await waitFor(() => expect(form()).toHaveFocus());
  });

  it('keeps the note and says so when there is nothing to send back any more', async () => {
    const { server } = await pageOf('editor', ASKED);
    server.on(`POST ${ONE}return/`, () => json({}, 404));
    await edit(1);
    await user.click(await screen.findByRole('button', { name: 'Send back…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('What is to be done first?'), 'Mənbə yoxdur');
    await user.click(dialog.getByRole('button', { name: 'Send back' }));
    expect(await dialog.findByText(/^This request is not there any more/)).toBeVisible();
    expect(dialog.queryByText(/^This post has been deleted/)).toBeNull();
    expect(dialog.getByLabelText('What is to be done first?')).toHaveValue('Mənbə yoxdur');
  });

  it('keeps the note of whoever writes it when somebody else answers the request meanwhile', async () => {
    const events = new FakeEvents();
    const { server, now } = await pageOf('editor', ASKED);
    await edit(1);
    await user.click(await screen.findByRole('button', { name: 'Send back…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('What is to be done first?'), 'Mənbə yoxdur');
    now(null);
    events.site({ revision: 1 });
    events.site({ revision: 2 });
    await waitFor(() => expect(panel()).toBeNull());
    expect(dialog.getByText(/^This request is not there any more/)).toBeVisible();
    expect(dialog.getByLabelText('What is to be done first?')).toHaveValue('Mənbə yoxdur');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.asked(`POST ${ONE}return/`)).toHaveLength(0);
    expect(form()).toHaveFocus();
  });

  const NOTE = 'What is to be done first?';
  /** The dialog in which the open post is sent back. */
  const sendingBack = async () => {
    await user.click(await screen.findByRole('button', { name: 'Send back…' }));
    return within(await screen.findByRole('dialog'));
  };
  /** The browser's own way to say that Escape was pressed. */
  const press = (name: string) => user.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
  const escape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));

  it.each([
    ['Escape', escape],
    ['Cancel', () => press('Cancel')],
    ['the cross', () => press('Close')],
  ])('has the note again that was typed before %s, at its own post', async (_way, leave) => {
    const { server } = await pageOf('editor', ASKED);
    server.on('GET /api/blog/posts/2/approval/', () => json({ approval: ASKED }));
    await edit(1);
    await user.type((await sendingBack()).getByLabelText(NOTE), 'Mənbə yoxdur');
    await leave();
    expect(screen.queryByRole('dialog')).toBeNull();
    await edit(2);
    expect((await sendingBack()).getByLabelText(NOTE)).toHaveValue('');
    escape();
    await edit(1);
    expect((await sendingBack()).getByLabelText(NOTE)).toHaveValue('Mənbə yoxdur');
  });

  it('has it after a reload, and no more when it was sent', async () => {
    const { server } = await pageOf('editor', ASKED);
    server.on(`POST ${ONE}return/`, () => json(null, 204));
    await edit(1);
    await user.type((await sendingBack()).getByLabelText(NOTE), 'Mənbə yoxdur');
    cleanup();
    renderApp('/admin');
    await screen.findByText(/^\d+ posts?$/);
    await waitFor(() => expect(document.querySelector('#content_az')).not.toBeNull());
    await edit(1);
    const dialog = await sendingBack();
    expect(dialog.getByLabelText(NOTE)).toHaveValue('Mənbə yoxdur');
    await user.click(dialog.getByRole('button', { name: 'Send back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await sendingBack()).getByLabelText(NOTE)).toHaveValue('');
  });

  it('keeps what is typed on while an earlier state of it is sent', async () => {
    const { server } = await pageOf('editor', ASKED);
    const held = server.hold(`POST ${ONE}return/`);
    await edit(1);
    const dialog = await sendingBack();
    await user.type(dialog.getByLabelText(NOTE), 'Mənbə yoxdur');
    await user.click(dialog.getByRole('button', { name: 'Send back' }));
    await user.type(dialog.getByLabelText(NOTE), ', cədvəl də');
    await act(async () => held.answer(json(null, 204)));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await sendingBack()).getByLabelText(NOTE)).toHaveValue('Mənbə yoxdur, cədvəl də');
  });

  it('leaves whoever has gone on before the answer comes where they are', async () => {
    const { server, now } = await pageOf('author', ASKED);
    await edit(1);
    const held = server.hold(`DELETE ${ONE}`);
    await user.click(await screen.findByRole('button', { name: 'Withdraw the request' }));
    await user.click(field('title_en'));
    now(null);
    held.answer(json(null, 204));
    await waitFor(() => expect(panel()).toBeNull());
    expect(field('title_en')).toHaveFocus();
  });

  it('takes the focus from nobody when somebody else answers', async () => {
    const events = new FakeEvents();
    const { now } = await pageOf('editor', ASKED);
    await edit(1);
    await waitFor(() => expect(panel()).not.toBeNull());
    form().blur();
    now(null);
    events.site({ revision: 1 });
    events.site({ revision: 2 });
    await waitFor(() => expect(panel()).toBeNull());
    expect(document.body).toHaveFocus();
  });

  it('says that the post has changed since', async () => {
    await pageOf('author', { ...ASKED, changed: true });
    await edit(1);
    expect(await screen.findByText('The post has changed since.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send back…' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Withdraw the request' })).toBeVisible();
  });

  it('says nothing at a post that was opened meanwhile', async () => {
    const { server } = await pageOf('editor', ASKED);
    const held = server.hold(`GET ${ONE}`);
    await edit(1);
    await edit(2);
    held.answer(json({ approval: ASKED }));
    await waitFor(() => expect(server.asked('GET /api/blog/posts/2/approval/')).not.toHaveLength(0));
    expect(panel()).toBeNull();
  });

  it('goes when somebody has answered it before it is withdrawn, and the post is not called deleted', async () => {
    const { server, now } = await pageOf('author', ASKED);
    await edit(1);
    server.on(`DELETE ${ONE}`, () => {
      now(null);
      return json({}, 404);
    });
    await user.click(await screen.findByRole('button', { name: 'Withdraw the request' }));
    await waitFor(() => expect([panel(), screen.queryByText(/^This post has been deleted/)].filter(Boolean)).toEqual([]));
    expect(form()).toHaveFocus();
  });

  it('ends no other request when the answer to a withdrawal comes late', async () => {
    const { server, now } = await pageOf('author', ASKED);
    await edit(1);
    const held = server.hold(`DELETE ${ONE}`);
    await user.click(await screen.findByRole('button', { name: 'Withdraw the request' }));
    await edit(2);
    now(null);
    held.answer(json(null, 204));
    expect(panel()).toBeNull();
    await edit(1);
    await waitFor(() => expect(server.asked(`GET ${ONE}`).length).toBeGreaterThan(1));
    await waitFor(() => expect(panel()).toBeNull());
    expect(field('title_az').value).toBe('Başlıq 1');
  });
});

describe('the note of a request', () => {
  const NOTE = /^Note for the editor/;
  const asking = async () => {
    await user.click(screen.getByRole('button', { name: 'More ways to publish' }));
    await user.click(screen.getByRole('menuitem', { name: 'Ask for publication…' }));
    return within(await screen.findByRole('dialog'));
  };

  it('of a post that gets its number meanwhile stays with it', async () => {
    const { server } = await pageOf('author', null);
    const held = server.hold('POST /api/blog/drafts/');
    await user.type(field('title_az'), 'Hesabat');
    const dialog = await asking();
    await waitFor(() => expect(server.asked('POST /api/blog/drafts/')).toHaveLength(1), { timeout: 10_000 });
    await user.type(dialog.getByLabelText(NOTE), 'Cüməyə');
    await act(async () =>
      held.answer(
        json(aDraft({ id: 9, title_az: 'Hesabat', state: 'draft', exists: true, languages: { az: DRAFT, en: DRAFT, ru: DRAFT } }), 201, {
          ETag: '"d9-1"',
        }),
      ),
    );
    await screen.findByRole('heading', { name: /№ 9$/, hidden: true });
    await user.type(dialog.getByLabelText(NOTE), ' lazımdır');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect((await asking()).getByLabelText(NOTE)).toHaveValue('Cüməyə lazımdır');
    expect(Object.keys(sessionStorage)).toHaveLength(1);
  }, 30_000);

  it('is there also where the browser keeps nothing, and is not another’s who signs in', async () => {
    const signedIn = (name: string) => storeTokens({ access: `h.${btoa(JSON.stringify({ name }))}.s`, refresh: 'r' });
    signedIn('aygun');
    await pageOf('author', null);
    await edit(1);
    const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    await user.type((await asking()).getByLabelText(NOTE), 'Cüməyə lazımdır');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect((await asking()).getByLabelText(NOTE)).toHaveValue('Cüməyə lazımdır');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    refused.mockRestore();
    signedIn('leyla');
    expect((await asking()).getByLabelText(NOTE)).toHaveValue('');
  });
});

describe('an answer that comes when its dialog is closed', () => {
  const open = async (name: RegExp) => {
    await user.click(screen.getByRole('button', { name: 'More ways to publish' }));
    await user.click(screen.getByRole('menuitem', { name }));
    return within(await screen.findByRole('dialog'));
  };
  const ASK = /^Ask for publication/;
  const leave = () => user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));

  it('to a request closes no dialog of the post that was opened since', async () => {
    const { server } = await pageOf('author', null);
    await edit(1);
    const held = server.hold(`POST ${ONE}`);
    await user.click((await open(ASK)).getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(server.asked(`POST ${ONE}`)).toHaveLength(1));
    await leave();
    await edit(2);
    const note = (await open(ASK)).getByLabelText(/^Note for the editor/);
    await user.type(note, 'Sabah');
    await act(async () => held.answer(json(ASKED, 201)));
    expect(note).toBeVisible();
    expect(note).toHaveValue('Sabah');
    expect(panel()).toBeNull();
  });

  it('to a publication closes no other dialog of its post', async () => {
    const { server } = await pageOf('editor', null);
    await edit(1);
    const publish = 'POST /api/blog/posts/1/publish/';
    const held = server.hold(publish);
    await user.click((await open(/^Choose languages/)).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(server.asked(publish)).toHaveLength(1));
    await leave();
    await open(/^Link for approval/);
    await act(async () => held.answer(json(aPost({ id: 1 }))));
    expect(screen.getByRole('dialog', { name: /^Link for approval/ })).toBeVisible();
  });

  it('to what is sent back closes no dialog of another post', async () => {
    const { server } = await pageOf('editor', ASKED);
    server.on('GET /api/blog/posts/2/approval/', () => json({ approval: ASKED }));
    const held = server.hold(`POST ${ONE}return/`);
    const back = async () => {
      await user.click(await screen.findByRole('button', { name: 'Send back…' }));
      return within(await screen.findByRole('dialog'));
    };
    await edit(1);
    const first = await back();
    await user.type(first.getByLabelText('What is to be done first?'), 'Mənbə yoxdur');
    await user.click(first.getByRole('button', { name: 'Send back' }));
    await waitFor(() => expect(server.asked(`POST ${ONE}return/`)).toHaveLength(1));
    await leave();
    await edit(2);
    const second = await back();
    await act(async () => held.answer(json(null, 204)));
    expect(second.getByLabelText('What is to be done first?')).toBeVisible();
    expect(second.getByLabelText('What is to be done first?')).toHaveValue('');
  });
});
