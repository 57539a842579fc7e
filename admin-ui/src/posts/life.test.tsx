import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cards, edit, field, open, signedInWithNothingKept, user } from '../test/posts-page';
import { choose, desk, PLANNED, SEEN, UNSEEN } from '../test/desk';
import { aDraft, aPost, json } from '../test/server';

const PUT_DRAFT = 'PUT /api/blog/posts/1/draft/';

beforeEach(signedInWithNothingKept);

describe('a card', () => {
  it('carries the state of its post and of each language, and who is at it now', async () => {
    await desk({ edited_by: 'aysel', edited_at: new Date().toISOString() });
    const card = screen.getByRole('article');
    expect(within(card).getByText('Scheduled')).toBeVisible();
    expect(card).toHaveTextContent('Goes live December 1, 2026, 09:00');
    expect(card).toHaveTextContent('aysel is editing now');
  });

  it('and the form say who is at it', async () => {
    await desk({ edited_by: 'aysel', edited_at: new Date().toISOString() });
    await edit(1);
    expect(document.querySelector('.post-form__header')).toHaveTextContent('aysel is editing now');
  });

  it('says why a plan was not carried out, and so does its pane', async () => {
    const failed = { ...PLANNED, schedule_problem: { title_ru: ['required'], author: ['required'] } };
    const doubted = { ...PLANNED, schedule_problem: { at: ['clock_in_doubt'] } };
    await desk({ languages: { az: SEEN, en: doubted, ru: failed } });
    const card = screen.getByRole('article');
    const why = 'Could not be published at 09:00, December 1, 2026: the Russian title is missing, the author is missing';
    expect(within(card).getByText('Plan needs attention')).toHaveAttribute('data-state', 'problem');
    expect(within(card).getByText(why)).toBeVisible();
    expect(within(card).getByText(/^Waits: the server’s clock is in doubt/)).toBeVisible();
    await edit(1);
    expect(document.querySelector('#pane-ru .state--problem')).toHaveTextContent(why);
    expect(document.querySelector('#pane-en .state--problem')).toHaveTextContent('Waits: the server’s clock is in doubt');
  });

  it('says of a plan whose time has passed that an editor decides', async () => {
    await desk({ languages: { az: SEEN, en: SEEN, ru: { ...PLANNED, schedule_problem: { at: ['missed'] } } } });
    expect(
      within(screen.getByRole('article')).getByText(
        'Could not be published at 09:00, December 1, 2026: its time passed before it was put back',
      ),
    ).toBeVisible();
  });

  it('without an author begins with its day', async () => {
    await desk({ author: '' });
    expect(document.querySelector('.card__by')?.textContent).toBe('March 5, 2026');
  });

  it('of a draft has no public page', async () => {
    await desk({ live: false, state: 'draft', languages: { az: UNSEEN, en: UNSEEN, ru: { ...UNSEEN, state: 'empty' } } });
    expect(screen.queryByRole('link', { name: /open on the site/ })).toBeNull();
    await user.selectOptions(field<HTMLSelectElement>('state_filter'), 'changed');
    expect(screen.getByText('There are no such posts.')).toBeVisible();
    await user.selectOptions(field<HTMLSelectElement>('state_filter'), 'draft');
    expect(cards()).toEqual(['1']);
  });
});

describe('the menu at the button', () => {
  it('is walked through with the keys of a menu', async () => {
    await desk();
    await edit(1);
    const button = screen.getByRole('button', { name: 'More ways to publish' });
    button.focus();
    const focused = () => document.activeElement?.textContent;
    const items = [
      'Choose languages and time…',
      'Cancel the schedule',
      'Link for approval…',
      'Go back to what is on the site',
      'Take off the site…',
    ];
    await user.keyboard('{ArrowDown}');
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items);
    expect(focused()).toBe(items[0]);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe(items[2]);
    await user.keyboard('{End}');
    expect(focused()).toBe(items[4]);
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe(items[0]);
    await user.keyboard('{ArrowUp}{Home}l');
    expect(focused()).toBe(items[2]);
    await user.keyboard('{Escape}');
    expect(button).toHaveFocus();
    expect(screen.queryByRole('menu')).toBeNull();
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe(items[4]);
    await user.keyboard('{Tab}');
    expect(screen.queryByRole('menu')).toBeNull();
    await user.click(button);
    expect(focused()).toBe(items[0]);
  });

  it('publishes chosen languages at a time of the office', async () => {
    const server = (await desk()).on('POST /api/blog/posts/1/publish/', () => json(aPost({ id: 1 }), 202));
    await edit(1);
    await choose('Choose languages and time…');
    const dialog = screen.getByRole('dialog', { name: 'Publish which languages, and when?' });
    expect(within(dialog).getByRole('checkbox', { name: /Russian/ })).not.toBeChecked();
    expect(within(dialog).getByRole('checkbox', { name: /English/ })).not.toBeChecked();
    await user.click(within(dialog).getByRole('checkbox', { name: /Russian/ }));
    await user.click(within(dialog).getByRole('radio', { name: 'At a time' }));
    const time = field('publish_at');
    await user.clear(time);
    await user.type(time, '2999-01-02T09:30');
    await user.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked('POST /api/blog/posts/1/publish/')[0]?.json).toEqual({
      languages: ['ru'],
      at: '2999-01-02T05:30:00Z',
      only_later: true,
    });
    expect(window.alert).not.toHaveBeenCalled();
  });

  it('plans nothing for a time that has passed while the dialog was open', async () => {
    const server = await desk();
    await edit(1);
    await choose('Choose languages and time…');
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('checkbox', { name: /Russian/ }));
    await user.click(within(dialog).getByRole('radio', { name: 'At a time' }));
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * 3600e3);
    await user.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    clock.mockRestore();
    expect(within(dialog).getByText('This time is past.')).toBeVisible();
    expect(server.asked('POST /api/blog/posts/1/publish/')).toEqual([]);
  });

  it('keeps the form as the draft first, and says why where that fails', async () => {
    const server = await desk({ languages: { az: SEEN, en: SEEN, ru: UNSEEN } });
    await edit(1);
    await user.type(field('title_ru'), '!');
    await choose('Choose languages and time…');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await within(screen.getByRole('dialog')).findByText(/The server had a problem/)).toBeVisible();
    expect(server.asked('POST /api/blog/posts/1/publish/')).toEqual([]);
  });

  it('says why nothing came of it also to whoever has closed the dialog before the answer', async () => {
    const server = await desk({ languages: { az: SEEN, en: SEEN, ru: UNSEEN } });
    await edit(1);
    const held = server.hold('POST /api/blog/posts/1/publish/');
    await choose('Choose languages and time…');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(server.asked('POST /api/blog/posts/1/publish/')).toHaveLength(1));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    held.answer(json({}, 500));
    expect(await screen.findByText(/The server had a problem/)).toBeVisible();
  });

  it('lets nothing go live that somebody else wrote meanwhile', async () => {
    const server = await desk({ languages: { az: SEEN, en: SEEN, ru: UNSEEN } });
    await edit(1);
    await choose('Choose languages and time…');
    server.on('POST /api/blog/posts/1/publish/', () => json({}, 412));
    const theirs = aDraft({ id: 1, author: 'Orxan', languages: { az: SEEN, en: SEEN, ru: UNSEEN } });
    server.on('GET /api/blog/posts/1/draft/', () => json(theirs, 200, { ETag: '"d2"' }));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText(/Somebody changed the post meanwhile/)).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(field('author')).toHaveValue('Orxan');
    server.on('POST /api/blog/posts/1/publish/', () => json(aPost({ id: 1 })));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked('POST /api/blog/posts/1/publish/').map(({ headers }) => headers.get('If-Match'))).toEqual(['"d1"', '"d2"']);
  });

  it('lets nothing go live that keeping the draft brought along', async () => {
    const server = await desk({ languages: { az: SEEN, en: SEEN, ru: UNSEEN } });
    await edit(1);
    await user.type(field('title_ru'), '!');
    const theirs = aDraft({ id: 1, author: 'Orxan', languages: { az: SEEN, en: SEEN, ru: UNSEEN } });
    server.on('GET /api/blog/posts/1/draft/', () => json(theirs, 200, { ETag: '"d2"' }));
    // On a busy machine the draft may be under way by itself before the button is pressed.
    const kept = server.hold(PUT_DRAFT);
    await choose('Choose languages and time…');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(server.asked(PUT_DRAFT)).toHaveLength(1));
    server.on(PUT_DRAFT, () => json({ ...theirs, title_ru: field('title_ru').value }, 200, { ETag: '"d3"' }));
    kept.answer(json({}, 412));
    expect(await screen.findByText(/Somebody changed the post meanwhile/)).toBeVisible();
    expect(server.asked('POST /api/blog/posts/1/publish/')).toEqual([]);
  });

  it('takes the post off the site, and shows what links to it before', async () => {
    const server = (await desk())
      .on('GET /api/blog/posts/1/links/', () => json([{ id: 7, title: 'Vergi təqvimi' }]))
      .on('POST /api/blog/posts/1/unpublish/', () => json({}));
    await edit(1);
    await choose('Take off the site…');
    expect(await screen.findByText(/Vergi təqvimi/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Take off the site' }));
    await waitFor(() => expect(server.asked('POST /api/blog/posts/1/unpublish/')[0]?.json).toEqual({}));
    expect(server.asked('POST /api/blog/posts/1/unpublish/')[0]?.headers.get('If-Match')).toBe('"d1"');
  });

  it('takes a language off the site at a time of the office', async () => {
    const server = (await desk()).on('POST /api/blog/posts/1/unpublish/', () => json({}, 202));
    await edit(1);
    await choose('Take off the site…');
    expect(screen.getByText(/Visitors will no longer find the page/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'English' }));
    expect(screen.getByText(/The page stays on the site and shows the Azerbaijani text/)).toBeVisible();
    expect(screen.queryByText(/Visitors will no longer find the page/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'At a time' }));
    await user.clear(field('take_off_at'));
    await user.type(field('take_off_at'), '2999-01-02T18:00');
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked('POST /api/blog/posts/1/unpublish/')[0]?.json).toEqual({
      languages: ['en'],
      at: '2999-01-02T14:00:00Z',
      only_later: true,
    });
  });

  it('takes titles for enough where nothing is planned, as the specified creation does', async () => {
    const server = (await desk({ content_en: '', languages: { az: SEEN, en: UNSEEN, ru: UNSEEN } })).on(
      'POST /api/blog/posts/1/publish/',
      () => json(aPost({ id: 1 })),
    );
    await edit(1);
    await choose('Choose languages and time…');
    const dialog = screen.getByRole('dialog');
    const english = within(dialog).getByRole('checkbox', { name: /English.*no content: the Azerbaijani text is shown/ });
    expect(english).not.toBeChecked();
    await user.click(english);
    await user.click(within(dialog).getByRole('radio', { name: 'At a time' }));
    expect(within(dialog).getByText('For a later time each language needs its content as well.')).toBeVisible();
    await user.click(within(dialog).getByRole('radio', { name: 'Now' }));
    await user.click(within(dialog).getByRole('button', { name: 'Publish' }));
    await waitFor(() =>
      expect(server.asked('POST /api/blog/posts/1/publish/')[0]?.json).toEqual({ languages: ['en', 'ru'], at: null, titles_suffice: true }),
    );
  });

  it('sends the address elsewhere when the post leaves the site, and says why not', async () => {
    const server = (await desk()).on('POST /api/blog/posts/1/unpublish/', () => json({ errors: { redirect_to: ['no_such_page'] } }, 422));
    await edit(1);
    await choose('Take off the site…');
    await user.type(field('redirect_to'), '/blog/404/');
    await user.click(screen.getByRole('button', { name: 'Take off the site' }));
    expect(await screen.findByText('This site has no such page.')).toBeVisible();
    expect(field('redirect_to')).toHaveAttribute('aria-invalid', 'true');
    server.on('POST /api/blog/posts/1/unpublish/', () => json({}));
    await user.clear(field('redirect_to'));
    await user.type(field('redirect_to'), '/blog/2/');
    await user.click(screen.getByRole('button', { name: 'Take off the site' }));
    await waitFor(() => expect(server.asked('POST /api/blog/posts/1/unpublish/')[1]?.json).toEqual({ redirect_to: '/blog/2/' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('cancels one of several plans alone; both of a language are told', async () => {
    const both = { ...PLANNED, publish_at: '2026-12-01T05:00:00Z', unpublish_at: '2026-12-24T05:00:00Z' };
    const server = (await desk({ languages: { az: SEEN, en: SEEN, ru: both } })).on(
      'DELETE /api/blog/posts/1/schedule/?language=ru&action=unpublish',
      () => json(null, 204),
    );
    expect(screen.getByRole('article')).toHaveTextContent('Goes live December 1, 2026, 09:00; Goes off-line December 24, 2026, 09:00');
    await edit(1);
    await choose('Plans…');
    server.on('GET /api/blog/posts/1/draft/', () =>
      json(aDraft({ id: 1, languages: { az: SEEN, en: SEEN, ru: PLANNED } }), 200, { ETag: '"d1"' }),
    );
    await user.click(screen.getByRole('button', { name: /^Cancel: Russian, Goes off-line/ }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Cancel: Russian, Goes off-line/ })).toBeNull());
    expect(screen.getByRole('button', { name: /^Cancel: Russian, Goes live/ })).toBeVisible();
    expect(screen.getByRole('list', { name: 'What is planned' })).toHaveFocus();
  });

  it('cancels a schedule, makes a link and revokes it', async () => {
    const server = (await desk()).on('DELETE /api/blog/posts/1/schedule/', () => json(null, 204));
    server
      .on('POST /api/blog/posts/1/share/', () => json({ url: '/shared/abc/', expires_at: '2026-12-08T05:00:00Z' }, 201))
      .on('DELETE /api/blog/posts/1/share/', () => json(null, 204));
    await edit(1);
    await choose('Cancel the schedule');
    await waitFor(() => expect(server.asked('DELETE /api/blog/posts/1/schedule/')).toHaveLength(1));
    await choose('Link for approval…');
    server.on('GET /api/blog/posts/1/draft/', () => json(aDraft({ id: 1, shared_until: '2026-12-08T05:00:00Z' }), 200, { ETag: '"d1"' }));
    await user.click(screen.getByRole('button', { name: 'Make a link' }));
    expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveValue(`${location.origin}/shared/abc/`);
    expect(await screen.findByText(/works until December 8, 2026, 09:00/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Revoke the link' }));
    expect(await screen.findByText('The link no longer works.')).toBeVisible();
  });

  it('keeps the focus in the dialog when its button goes with a link that is revoked', async () => {
    const share = (until: string | null) => () => json(aDraft({ id: 1, shared_until: until }), 200, { ETag: '"d1"' });
    const server = (await desk()).on('GET /api/blog/posts/1/draft/', share('2026-12-08T05:00:00Z'));
    await edit(1);
    await choose('Link for approval…');
    server.on('DELETE /api/blog/posts/1/share/', () => json(null, 204)).on('GET /api/blog/posts/1/draft/', share(null));
    await user.click(screen.getByRole('button', { name: 'Revoke the link' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke the link' })).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Make a link' })).toHaveFocus());
  });

  it('has the link that was made when its dialog is opened again, until it is revoked', async () => {
    const SHARE = '/api/blog/posts/1/share/';
    const server = await desk();
    const until = (time: string | null) =>
      server.on('GET /api/blog/posts/1/draft/', () => json(aDraft({ id: 1, shared_until: time }), 200, { ETag: '"d1"' }));
    const held = server.on(`DELETE ${SHARE}`, () => json(null, 204)).hold(`POST ${SHARE}`);
    const link = () => screen.queryByRole('textbox', { name: 'Link' });
    const close = () => user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await edit(1);
    await choose('Link for approval…');
    await user.click(screen.getByRole('button', { name: 'Make a link' }));
    await waitFor(() => expect(server.asked(`POST ${SHARE}`)).toHaveLength(1));
    await close();
    until('2026-12-08T05:00:00Z');
    await act(async () => held.answer(json({ url: '/shared/abc/', expires_at: '2026-12-08T05:00:00Z' }, 201)));
    await choose('Link for approval…');
    expect(await screen.findByText(/works until December 8, 2026, 09:00/)).toBeVisible();
    expect(link()).toHaveValue(`${location.origin}/shared/abc/`);
    until(null);
    await user.click(screen.getByRole('button', { name: 'Revoke the link' }));
    expect(await screen.findByText('The link no longer works.')).toBeVisible();
    await close();
    await choose('Link for approval…');
    expect(link()).toBeNull();
  });

  it('keeps the dialog of an address that was opened since when another one is answered', async () => {
    const posts = [1, 2].map((id) =>
      aDraft({ id, live: false, state: 'draft', redirect_to: '/faq/', languages: { az: UNSEEN, en: UNSEEN, ru: UNSEEN } }),
    );
    const server = await open(posts);
    for (const post of posts) server.on(`GET /api/blog/posts/${post.id}/draft/`, () => json(post, 200, { ETag: `"d${post.id}"` }));
    const openDraft = async (id: number) => {
      await user.click(screen.getByRole('button', { name: new RegExp(`Edit .*Başlıq ${id}`) }));
      await screen.findByRole('heading', { name: new RegExp(`№ ${id}$`) });
    };
    const held = server.hold('PUT /api/blog/posts/1/redirect/');
    await openDraft(1);
    await choose('Send its address elsewhere…');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.asked('PUT /api/blog/posts/1/redirect/')).toHaveLength(1));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await openDraft(2);
    await choose('Send its address elsewhere…');
    await user.type(field('redirect_to'), '?a=1');
    await act(async () => held.answer(json({ redirect_to: '/faq/' })));
    expect(field('redirect_to')).toBeVisible();
    expect(field('redirect_to')).toHaveValue('/faq/?a=1');
  });

  it('has no link of another post', async () => {
    const SHARED = { shared_until: '2026-12-08T05:00:00Z' };
    const server = await open([1, 2].map((id) => aDraft({ id, ...SHARED })));
    server.on('POST /api/blog/posts/1/share/', () => json({ url: '/shared/abc/', expires_at: SHARED.shared_until }, 201));
    for (const id of [1, 2])
      server.on(`GET /api/blog/posts/${id}/draft/`, () => json(aDraft({ id, ...SHARED }), 200, { ETag: `"d${id}"` }));
    await edit(1);
    await choose('Link for approval…');
    await user.click(screen.getByRole('button', { name: 'Make a new link' }));
    expect(await screen.findByRole('textbox', { name: 'Link' })).toBeVisible();
    await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await edit(2);
    await choose('Link for approval…');
    expect(screen.queryByRole('textbox', { name: 'Link' })).toBeNull();
  });
});
