import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { $getRoot, $getSelection, $isRangeSelection, $selectAll, $setSelection, type LexicalEditor, type TextNode } from 'lexical';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setTokenSource } from '../api/client';
import type { Language, ListedPost } from '../api/types';
import { sessionTokens } from '../auth/refresh';
import { storeTokens } from '../auth/session';
import { chooseLanguage, withTexts } from '../i18n';
import { newQueryClient } from '../shell/query-client';
import { aDraft, aPost, FakeServer, json } from '../test/server';
import { speak } from '../test/texts';
import RichTextField from './rich-text-field';

const found = (words: string) =>
  `GET /api/blog/posts/?state=all&fields=summary&q=${encodeURIComponent(words).replaceAll('%20', '+')}&page=1&page_size=8`;
const answer = (posts: ListedPost[], total = posts.length) => json(posts, 200, { 'X-Total-Count': String(total) });
const html = () => document.querySelector<HTMLInputElement>('input[name^=content_]')?.value;
const address = () => screen.getByRole<HTMLInputElement>('combobox');
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const status = () => within(screen.getByRole('group', { name: 'Link' })).getByRole('status').textContent;
const active = () => document.getElementById(address().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
const type = (text: string) => userEvent.type(address(), text);

let server: FakeServer;
beforeEach(() => {
  // jsdom paints nothing.
  vi.stubGlobal('CSS', { highlights: new Map() });
  vi.stubGlobal('Highlight', Object);
  speak();
  storeTokens({ access: 'a', refresh: 'r' });
  setTokenSource(sessionTokens);
  server = new FakeServer();
});

/** A text of one language with its panel for a link open, everything selected unless it is empty. */
async function open(language: Language = 'az', text = '<p>söz</p>', place?: () => unknown) {
  const field = (
    <QueryClientProvider client={newQueryClient()}>
      <RichTextField
        name={`content_${language}`}
        language={language}
        label="Content"
        read={() => text}
        replacements={0}
        onChange={() => undefined}
        onWords={() => undefined}
      />
    </QueryClientProvider>
  );
  await act(async () => void render(field));
  await ask(place);
}

const content = () => screen.getByLabelText('Content') as HTMLElement & { __lexicalEditor: LexicalEditor };

/** `place` is where the caret goes, or what is selected. */
async function ask(place: () => unknown = $selectAll) {
  const root = content();
  root.focus();
  await act(async () => root.__lexicalEditor.update(() => void place(), { discrete: true }));
  fireEvent.keyDown(root, { key: 'k', code: 'KeyK', ctrlKey: true });
  await waitFor(() => expect(address()).toHaveFocus());
}

describe('a link to a page of the site', () => {
  it('is found by words, chosen by the keyboard, and has the address of the text’s language', async () => {
    server.on(found('title'), () => answer([aPost({ id: 7 }), aPost({ id: 9 })]));
    await open('en');
    expect(address()).toHaveAttribute('aria-expanded', 'false');
    await type('title');
    await waitFor(() => expect(options()).toEqual(['Title 7 /en/blog/7/', 'Title 9 /en/blog/9/']));
    expect(address()).toHaveAttribute('aria-expanded', 'true');
    expect(address().getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Pages and posts to link to' }).id);
    expect([active(), status()]).toEqual([null, '2 results']);
    const went: (string | null)[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
      await userEvent.keyboard(`{${key}}`);
      went.push(active());
    }
    expect(went).toEqual(['Title 7 /en/blog/7/', 'Title 9 /en/blog/9/', 'Title 7 /en/blog/7/', 'Title 9 /en/blog/9/']);
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Title 9');
    await userEvent.keyboard('{Enter}');
    expect([address().value, options(), address().getAttribute('aria-expanded')]).toEqual(['/en/blog/9/', [], 'false']);
    expect(address()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(html()).toBe('<p><a href="/en/blog/9/">söz</a></p>'));
  });

  it('is one of its own pages, too, which an arrow key lists in an empty field', async () => {
    await open('ru');
    await userEvent.keyboard('{ArrowDown}');
    expect(options()).toHaveLength(13);
    expect(options()[1]).toBe('About us /ru/about/');
    await type('leg');
    expect(options()).toEqual(['Service: tax and legal /ru/services/tax-legal/', 'Legal information /ru/terms/']);
    await userEvent.click(screen.getByRole('option', { name: /Legal/ }));
    expect([address().value, address()]).toEqual(['/ru/terms/', document.activeElement]);
  });

  it('says of a draft that its link is dead, and of a translation that is not there what opens', async () => {
    const draft = aDraft({ id: 3, live: false, title_ru: '' });
    const live = aDraft({ id: 4 });
    const fallback = { ...live, languages: { ...live.languages, ru: { ...live.languages.ru, published_at: null } } };
    server.on(found('x'), () => answer([draft, fallback], 20));
    await open('ru');
    await type('x');
    await waitFor(() =>
      expect(options()).toEqual([
        'Service: tax and legal /ru/services/tax-legal/',
        'Başlıq 3 /ru/blog/3/ Not published: the link is dead until it is',
        'Заголовок 4 /ru/blog/4/ Not on the site in Russian: opens the Azerbaijani text',
      ]),
    );
    expect(status()).toBe('3 results, the newest posts. Type more to find another one.');
    await userEvent.click(screen.getByRole('option', { name: /Başlıq 3/ }));
    // It is still said when it stands in the field, until another address does.
    expect(status()).toBe('Not published: the link is dead until it is');
    await type('?');
    expect(status()).toBe('');
  });

  it('takes the title for its words where nothing is selected', async () => {
    server.on(found('title'), () => answer([aPost({ id: 7 })]));
    await open('en', '');
    await type('title');
    await userEvent.click(await screen.findByRole('option'));
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(html()).toBe('<p><a href="/en/blog/7/">Title 7</a></p>'));
  });

  it('keeps Escape and Enter for the list while it is there, then for the panel', async () => {
    server.on(found('title'), () => answer([aPost({ id: 7 })]));
    await open('en');
    await type('title');
    await screen.findByRole('option');
    await userEvent.keyboard('{Escape}');
    expect([options(), address().value]).toEqual([[], 'title']);
    await userEvent.keyboard('{ArrowDown}');
    await screen.findByRole('option');
    // No option is active: what was typed is applied, and refused.
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('Write a web address, an e-mail address or a phone number.')).toBeVisible();
    await userEvent.keyboard('{Escape}{Escape}');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(html()).toBe('<p>söz</p>');
  });
});

describe('an address typed by hand', () => {
  it.each(['https://a.az/x', '/blog/7/', '#part', 'mailto:a@b.az'])('asks nobody and opens no list: %s', async (typed) => {
    await open();
    fireEvent.change(address(), { target: { value: typed } });
    await userEvent.keyboard('{ArrowDown}');
    expect([options(), status()]).toEqual([[], '']);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(html()).toBe(`<p><a href="${typed}">söz</a></p>`));
    expect(server.seen.filter(({ path }) => path.includes('q='))).toEqual([]);
  });
});

describe('the caret behind a new link', () => {
  const target = 'https://a.az/x';
  const link = (words: string) => `<a href="${target}">${words}</a>`;

  /** Goes on writing where the caret is, as far as it is one. */
  function writeOn(text: string) {
    const caret = () => {
      const selection = $getSelection();
      return $isRangeSelection(selection) && selection.isCollapsed() ? selection : null;
    };
    content().__lexicalEditor.update(() => caret()?.insertText(text));
  }
  async function apply() {
    fireEvent.change(address(), { target: { value: target } });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(html()).toContain('<a '));
  }

  const noCaret = () => {
    window.getSelection()?.removeAllRanges();
    $setSelection(null);
  };

  it.each([
    ['behind a text', '<p>Bax:</p>', () => $getRoot().selectEnd(), `<p>Bax:${link(target)} və s.</p>`],
    [
      'in the middle of a text',
      '<p>Bax: bura</p>',
      () => $getRoot().getFirstDescendant<TextNode>()?.select(5, 5),
      `<p>Bax: ${link(target)} və s.bura</p>`,
    ],
    [
      'of the words selected',
      '<p>Bax: bura</p>',
      () => $getRoot().getFirstDescendant<TextNode>()?.select(0, 3),
      `<p>${link('Bax')} və s.: bura</p>`,
    ],
    [
      'of words selected from their end',
      '<p>Bax: bura</p>',
      () => $getRoot().getFirstDescendant<TextNode>()?.select(9, 5),
      `<p>Bax: ${link('bura')} və s.</p>`,
    ],
    ['of several paragraphs', '<p>Bax</p><p>bura</p>', $selectAll, `<p>${link('Bax')}</p><p>${link('bura')} və s.</p>`],
    ['without a caret', '<p>Bax:</p>', noCaret, `<p>Bax:${link(target)} və s.</p>`],
    ['in an empty text without a caret', '', noCaret, `<p>${link(target)} və s.</p>`],
  ])('is outside of one %s', async (_, text, place, expected) => {
    await open('az', text, place);
    await apply();
    writeOn(' və s.');
    await waitFor(() => expect(html()).toBe(expected));
  });
});

describe('a search that is answered late', () => {
  it('changes nothing once one has typed on', async () => {
    const first = server.hold(found('zeytun'));
    server.on(found('zeytun bağı'), () => answer([aPost({ id: 5 })]));
    await open();
    await type('zeytun');
    await waitFor(() => expect(server.asked(found('zeytun'))).toHaveLength(1));
    expect(status()).toBe('Searching…');
    await type(' bağı');
    await waitFor(() => expect(options()).toEqual(['Başlıq 5 /blog/5/']));
    await act(async () => first.answer(answer([aPost({ id: 1 })])));
    expect([options(), status()]).toEqual([['Başlıq 5 /blog/5/'], '1 result']);
  });

  it('changes nothing once an address stands in the field', async () => {
    const first = server.hold(found('zeytun'));
    await open();
    await type('zeytun');
    await waitFor(() => expect(server.asked(found('zeytun'))).toHaveLength(1));
    fireEvent.change(address(), { target: { value: 'https://a.az' } });
    await act(async () => first.answer(answer([aPost({ id: 1 })])));
    expect([options(), status()]).toEqual([[], '']);
  });

  it('changes nothing once the panel is closed, nor in the next one', async () => {
    const first = server.hold(found('zeytun'));
    await open();
    await type('zeytun');
    await waitFor(() => expect(server.asked(found('zeytun'))).toHaveLength(1));
    await userEvent.keyboard('{Escape}{Escape}');
    await act(async () => first.answer(answer([aPost({ id: 1 })])));
    expect([screen.queryByRole('combobox'), html()]).toEqual([null, '<p>söz</p>']);
    await ask();
    expect([options(), status(), address().value]).toEqual([[], '', 'zeytun']);
  });

  it('is told in the language that was chosen meanwhile, with the address of the text', async () => {
    await withTexts(['desk'], () => Promise.resolve());
    const first = server.hold(found('zeytun'));
    await open('ru');
    await type('zeytun');
    await waitFor(() => expect(server.asked(found('zeytun'))).toHaveLength(1));
    await act(async () => chooseLanguage('az'));
    await act(async () => first.answer(answer([aDraft({ id: 1, live: false })])));
    await waitFor(() => expect(options()).toEqual(['Заголовок 1 /ru/blog/1/ Dərc olunmayıb: dərc olunanadək keçid açılmayacaq']));
  });

  it('belongs to the text that asked: that of another language has its own', async () => {
    const held = server.hold(found('zeytun'));
    await open('ru');
    await type('zeytun');
    await waitFor(() => expect(server.asked(found('zeytun'))).toHaveLength(1));
    const { container } = render(
      <QueryClientProvider client={newQueryClient()}>
        <RichTextField
          name="content_en"
          language="en"
          label="Other"
          read={() => '<p>word</p>'}
          replacements={0}
          onChange={() => undefined}
          onWords={() => undefined}
        />
      </QueryClientProvider>,
    );
    await act(async () => held.answer(answer([aPost({ id: 1 })])));
    await waitFor(() => expect(options()).toEqual(['Заголовок 1 /ru/blog/1/']));
    expect(within(container).queryByRole('option')).toBeNull();
  });

  it('and fails says so in the list, with another attempt; own pages are offered all the same', async () => {
    const held = server.hold(found('contact'));
    await open('en');
    await type('contact');
    await waitFor(() => expect(server.asked(found('contact'))).toHaveLength(1));
    await act(async () => held.lose());
    await waitFor(() => expect(status()).toBe('The posts could not be searched.'));
    expect(options()).toEqual(['Contact /en/contact/']);
    server.on(found('contact'), () => answer([aPost({ id: 2 })]));
    await userEvent.click(screen.getByRole('button', { name: 'Search again' }));
    await waitFor(() => expect(options()).toEqual(['Contact /en/contact/', 'Title 2 /en/blog/2/']));
  });

  it('and fails says nothing to whoever has typed an address by then', async () => {
    const held = server.hold(found('contact'));
    await open('en');
    await type('contact');
    await waitFor(() => expect(server.asked(found('contact'))).toHaveLength(1));
    fireEvent.change(address(), { target: { value: '/en/contact/' } });
    await act(async () => held.lose());
    expect([status(), screen.queryByRole('button', { name: 'Search again' })]).toEqual(['', null]);
  });

  it('and finds nothing says so', async () => {
    server.on(found('zeytun'), () => answer([]));
    await open();
    await type('zeytun');
    await waitFor(() => expect(status()).toBe('No such page or post.'));
    expect(address()).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('the panel of a link', () => {
  const first = () => $getRoot().getFirstDescendant<TextNode>()?.select(0, 3);
  const second = () => $getRoot().getLastDescendant<TextNode>()?.select(0, 3);

  it('has what was typed when it is opened again at the same words, and nowhere else', async () => {
    await open('en', '<p>one</p><p>two</p>', first);
    await type('https://a.example/');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    await ask(second);
    expect(address()).toHaveValue('');
    await type('https://b.example/{Escape}');
    await ask(first);
    expect(address()).toHaveValue('https://a.example/');
    // Whoever wants another one types it over.
    expect([address().selectionStart, address().selectionEnd]).toEqual([0, 18]);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(html()).toBe('<p><a href="https://a.example/">one</a></p><p>two</p>'));
    await ask(second);
    expect(address()).toHaveValue('https://b.example/');
  });

  it('shows the address of a link that was taken out and made anew as it is', async () => {
    await open('en', '<p><a href="https://a.example/">one</a></p>', first);
    await userEvent.clear(address());
    await type('https://b.example/{Escape}');
    await ask(first);
    expect(address()).toHaveValue('https://b.example/');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(html()).toBe('<p><a href="https://b.example/">one</a></p>'));
    await ask(first);
    await userEvent.click(screen.getByRole('button', { name: 'Remove link' }));
    await ask(first);
    expect(address()).toHaveValue('');
  });
});
