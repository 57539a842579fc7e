import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeTokens } from '../auth/session';
import { EMPTY_FIELDS } from '../form/fields';
import { baseOf, emptyForm } from '../form/state';
import { announceEntries } from '../journal/changes';
import { type Entry, entryOf, readEntries, writeEntry } from '../journal/store';
import { edit, field, open, signedInWithNothingKept, user } from '../test/posts-page';
import { aPost, json } from '../test/server';

beforeEach(signedInWithNothingKept);
afterEach(() => vi.unstubAllGlobals());

const entry = (sitting: string, title: string): Entry => entryOf({ ...emptyForm(sitting), fields: { ...EMPTY_FIELDS, title_az: title } });
const resume = (title: string) => screen.findByRole('button', { name: new RegExp(`^Continue: New post: ${title} `) });

/** What another tab writes. */
async function elsewhere(change: Entry) {
  await writeEntry(change);
  announceEntries();
}

describe('a text that is left', () => {
  it('is offered back at once, with its last letter, when another post is opened over it', async () => {
    await open([aPost({ id: 1 })]);
    await user.type(field('title_az'), 'Yarımçıq');
    await edit(1);
    await user.click(await resume('Yarımçıq'));
    await waitFor(() => expect(field('title_az')).toHaveValue('Yarımçıq'));
  });

  it('is offered back to whoever returns from another page of the admin', async () => {
    await open([aPost({ id: 1 })]);
    await edit(1);
    await user.type(field('title_az'), ' yarımçıq');
    await user.click(screen.getByRole('link', { name: 'Pictures' }));
    await waitFor(() => expect(document.querySelector('form[data-mode]')).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Blogs' }));
    await user.click(await screen.findByRole('button', { name: /^Continue: Başlıq 1 yarımçıq / }));
    await waitFor(() => expect(field('title_az')).toHaveValue('Başlıq 1 yarımçıq'));
  });

  it('is not left unasked when the browser keeps no entries, and the form says so', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await open([aPost({ id: 1 })]);
    await user.type(field('title_az'), 'Yalnız burada');
    expect(await screen.findByText(/could not keep the text/)).toBeVisible();
    vi.mocked(window.confirm).mockReturnValue(false);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(window.confirm).toHaveBeenCalledExactlyOnceWith('There are unsaved changes. Leave anyway?');
    expect(field('title_az')).toHaveValue('Yalnız burada');
    await user.click(screen.getByRole('button', { name: /Edit .*Başlıq 1/ }));
    await waitFor(() => expect(window.confirm).toHaveBeenCalledTimes(2));
    expect(field('title_az')).toHaveValue('Yalnız burada');
  });

  it('is said to be kept only once it is', async () => {
    await open([]);
    expect(screen.getByText('Fields marked * are required')).toBeVisible();
    await user.type(field('title_az'), 'S');
    expect(await screen.findByText('Not saved. The text is kept in this browser')).toBeVisible();
    await waitFor(async () => expect(await readEntries()).toHaveLength(1));
  });
});

describe('the banner', () => {
  it('says whose a text is that somebody else wrote at this browser, and asks before it is thrown away', async () => {
    await writeEntry({ ...entry('a', 'Onun'), by: 'orxan' });
    await writeEntry({ ...entry('b', 'Heç kimin'), by: null });
    await open([]);
    expect(await screen.findByText(/^New post: Onun – .* \(written as orxan\)$/)).toBeVisible();
    expect(screen.queryByText(/Heç kimin.*written as/)).toBeNull();
    vi.mocked(window.confirm).mockReturnValue(false);
    await user.click(screen.getByRole('button', { name: /^Delete: New post: Onun / }));
    expect(window.confirm).toHaveBeenCalledExactlyOnceWith(
      'This text was written as orxan, and there may be no other copy. Delete it for good?',
    );
    expect(await readEntries()).toHaveLength(2);
  });

  it('says nothing of who wrote one’s own', async () => {
    storeTokens({ access: `a.${btoa(JSON.stringify({ name: 'aysel' }))}.a`, refresh: 'r' });
    await open([aPost({ id: 1 })]);
    await user.type(field('title_az'), 'Mənim');
    await edit(1);
    await resume('Mənim');
    expect((await readEntries()).map(({ by }) => by)).toEqual(['aysel']);
    expect(screen.queryByText(/written as/)).toBeNull();
  });

  it('takes an entry up as it is now, not as it was when the banner was read', async () => {
    await writeEntry(entry('a', 'köhnə'));
    await open([]);
    const button = await resume('köhnə');
    await writeEntry(entry('a', 'bir saatdan sonra'));
    await user.click(button);
    await waitFor(() => expect(field('title_az')).toHaveValue('bir saatdan sonra'));
  });

  it('says that there are words in a language that the site has no more, and shows them', async () => {
    const german = { title_de: 'Steuern', content_de: '<p>Worte</p>' };
    await writeEntry(entry('a', 'üç dildə'));
    await writeEntry({ ...entry('b', 'dörd dildə'), fields: { ...EMPTY_FIELDS, title_az: 'dörd dildə', ...german } });
    await open([]);
    await resume('üç dildə');
    const told = screen.getByText(
      'There are words in a language that the site no longer has (DE). They are not saved if you continue: copy what you need',
    );
    expect(told.closest('li')).toHaveTextContent('dörd dildə');
    await user.click(told);
    expect(screen.getByText('Steuern')).toHaveAttribute('lang', 'de');
    expect(screen.getByText('Worte')).toBeVisible();
    await user.click(await resume('dörd dildə'));
    await waitFor(() => expect(field('title_az')).toHaveValue('dörd dildə'));
    expect((await readEntries()).find(({ sitting }) => sitting === 'b')?.fields).toMatchObject(german);
  });

  it('follows what other tabs do', async () => {
    await open([]);
    await elsewhere(entry('a', 'başqa vərəq'));
    expect(await resume('başqa vərəq')).toBeVisible();
  });

  it.each(['Continue', 'Delete'])('does not touch an entry that another tab has open: %s', async (action) => {
    await writeEntry(entry('a', 'mətn'));
    await open([]);
    const button = await screen.findByRole('button', { name: new RegExp(`^${action}: New post: mətn`) });
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, {
        locks: {
          value: {
            request: async (_name: string, _options: unknown, work: (lock: null) => void) => work(null),
            query: async () => ({ held: [] }),
          },
        },
      }),
    );
    await user.click(button);
    expect(await screen.findByText('This text is open in another tab')).toBeVisible();
    expect(field('title_az')).toHaveValue('');
    expect(await readEntries()).toHaveLength(1);
  });

  it('says so when an entry is no longer there', async () => {
    await writeEntry(entry('a', 'mətn'));
    await open([]);
    const button = await resume('mətn');
    await signedInWithNothingKept();
    await user.click(button);
    expect(await screen.findByText(/no longer in this browser/)).toBeVisible();
  });

  it('is looked for instead of the post that was to be opened, which is not said to be opened any more', async () => {
    await writeEntry(entry('a', 'mətn'));
    const server = await open([aPost({ id: 1 })]);
    const button = await resume('mətn');
    server.hold('GET /api/blog/posts/1/draft/');
    await user.click(screen.getByRole('button', { name: /^Edit / }));
    expect(await screen.findByText('Being edited')).toBeVisible();
    await signedInWithNothingKept();
    await user.click(button);
    expect(await screen.findByText(/no longer in this browser/)).toBeVisible();
    expect(screen.queryByText('Being edited')).toBeNull();
  });

  it('keeps the focus when an entry is thrown away', async () => {
    await writeEntry(entry('a', 'bir'));
    await writeEntry(entry('b', 'iki'));
    await open([]);
    await user.click(await screen.findByRole('button', { name: /^Delete: New post: bir/ }));
    await waitFor(() => expect(screen.getByRole('button', { name: /^Continue: New post: iki/ })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: /^Delete: New post: iki/ }));
    await waitFor(() => expect(screen.queryByText('Unsaved texts were found')).toBeNull());
    expect(document.activeElement).toHaveClass('form-panel');
  });

  it('tells the name of the chosen file, which the browser does not know of one from an entry', async () => {
    await open([]);
    await user.upload(field('image'), new File(['x'], 'from-draft.png', { type: 'image/png' }));
    expect(field('image')).toHaveAccessibleDescription(/from-draft\.png/);
  });
});

describe('a text whose draft is asked about before it is thrown away', () => {
  const DRAFT = 'GET /api/blog/posts/1/draft/';
  const UNSURE = /^Not deleted: the server could not be asked/;
  const button = () => screen.findByRole('button', { name: /^Delete: / });
  const row = async () => (await button()).closest('li') as HTMLElement;

  async function asking() {
    const base = baseOf({ value: aPost({ id: 1 }), etag: '"1-1"' });
    const fields = { ...base.fields, title_en: 'Title 1 mine' };
    await writeEntry(entryOf({ ...emptyForm('left'), base, fields, draftsSent: [fields] }));
    const server = await open([aPost({ id: 1 }), aPost({ id: 2 })]);
    const line = server.hold(DRAFT);
    await user.click(await button());
    await waitFor(() => expect(server.asked(DRAFT)).toHaveLength(1));
    return { server, line };
  }

  it('says that it is going, and asks once however often the button is pressed', async () => {
    const { server, line } = await asking();
    expect(await button()).toHaveAttribute('aria-disabled', 'true');
    expect(await row()).toHaveTextContent('Deleting…');
    await user.click(await button());
    expect(window.confirm).toHaveBeenCalledOnce();
    expect(server.asked(DRAFT)).toHaveLength(1);
    await act(async () => line.answer(json({}, 404)));
    await waitFor(() => expect(screen.queryByText('Unsaved texts were found')).toBeNull());
    expect(document.activeElement).toHaveClass('form-panel');
  });

  it('stays where nobody answers, says why, and can be thrown away again', async () => {
    const { server, line } = await asking();
    await act(async () => line.lose());
    expect(await screen.findByText(UNSURE)).toBeVisible();
    expect(await button()).toHaveAttribute('aria-disabled', 'false');
    expect(await button()).toHaveFocus();
    server.on(DRAFT, () => json({}, 404));
    await user.click(await button());
    await waitFor(() => expect(screen.queryByText('Unsaved texts were found')).toBeNull());
  });

  it('takes the focus from nobody who went on when it stays, and another one goes', async () => {
    const { line } = await asking();
    await edit(2);
    await user.type(field('title_en'), '!');
    await act(async () => line.lose());
    expect(await screen.findByText(UNSURE)).toBeVisible();
    expect(document.querySelector('[data-notice]')).toBeNull();
    expect(field('title_en')).toHaveFocus();
    expect(field('title_en')).toHaveValue('Title 2!');
  });

  it('can be tried again where the browser does not let go of it', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const remove = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('busy', 'UnknownError');
    });
    const { server, line } = await asking();
    await act(async () => line.answer(json({}, 404)));
    await waitFor(async () => expect(await button()).toHaveAttribute('aria-disabled', 'false'));
    expect(await row()).not.toHaveTextContent('Deleting…');
    remove.mockRestore();
    server.on(DRAFT, () => json({}, 404));
    await user.click(await button());
    await waitFor(() => expect(screen.queryByText('Unsaved texts were found')).toBeNull());
  });
});
