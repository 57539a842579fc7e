import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { TableCellNode } from '@lexical/table';
import { $getRoot, $nodesOfType, type LexicalEditor, type ParagraphNode, PASTE_COMMAND, REDO_COMMAND, UNDO_COMMAND } from 'lexical';
import { Profiler, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import RichTextField from './rich-text-field';
import { BlockExport } from './text/html';
import { speak } from '../test/texts';

const onWords = vi.fn();

/** A form with one text, and a button that replaces it from outside. */
function Field({ html: first }: { html: string }) {
  const [text, setText] = useState({ html: first, replacements: 0 });
  return (
    <>
      <RichTextField
        name="content_az"
        language="az"
        label="Content (AZ)"
        read={() => text.html}
        replacements={text.replacements}
        onChange={(html) => setText(({ replacements }) => ({ html, replacements }))}
        onWords={onWords}
      />
      <button type="button" onClick={() => setText(({ replacements }) => ({ html: '<p>a copy</p>', replacements: replacements + 1 }))}>
        Replace
      </button>
    </>
  );
}

/** The same, into which somebody else's words come. */
function Shared({ html: first, next }: { html: string; next: string }) {
  const [text, setText] = useState({ html: first, merges: 0 });
  return (
    <>
      <RichTextField
        name="content_az"
        language="az"
        label="Content (AZ)"
        read={() => text.html}
        replacements={text.merges}
        merges={text.merges}
        onChange={(html) => setText(({ merges }) => ({ html, merges }))}
        onWords={onWords}
      />
      <button type="button" onClick={() => setText(({ merges }) => ({ html: next, merges: merges + 1 }))}>
        Merge
      </button>
    </>
  );
}

const html = () => document.querySelector<HTMLInputElement>('input[name=content_az]')?.value;
const editor = () => (screen.getByRole('textbox') as HTMLElement & { __lexicalEditor: LexicalEditor }).__lexicalEditor;
const open = (text: string) => act(async () => void render(<Field html={text} />));

beforeEach(() => {
  speak();
});

describe('the field of a rich text', () => {
  it('takes over a text from outside in one step that can be undone and redone', async () => {
    await open('<p>mine</p>');
    fireEvent.click(screen.getByText('Replace'));
    await screen.findByText('a copy');
    await act(async () => void editor().dispatchCommand(UNDO_COMMAND, undefined));
    await waitFor(() => expect(html()).toBe('<p>mine</p>'));
    await act(async () => void editor().dispatchCommand(REDO_COMMAND, undefined));
    await waitFor(() => expect(html()).toBe('<p>a copy</p>'));
  });

  it('never takes back by undo what somebody else wrote, only what was written since', async () => {
    await act(async () => void render(<Shared html="<p>bir</p><p>iki</p>" next="<p>bir mine</p><p>iki theirs</p>" />));
    const type = (text: string) =>
      act(async () => editor().update(() => void $getRoot().getFirstChildOrThrow<ParagraphNode>().selectEnd().insertText(text)));
    await type(' mine');
    await waitFor(() => expect(html()).toBe('<p>bir mine</p><p>iki</p>'));
    fireEvent.click(screen.getByText('Merge'));
    await screen.findByText('iki theirs');
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
    await act(async () => void editor().dispatchCommand(UNDO_COMMAND, undefined));
    expect(html()).toBe('<p>bir mine</p><p>iki theirs</p>');
    await type(' more');
    await waitFor(() => expect(html()).toBe('<p>bir mine more</p><p>iki theirs</p>'));
    for (let step = 0; step < 3; step += 1) await act(async () => void editor().dispatchCommand(UNDO_COMMAND, undefined));
    expect(html()).toBe('<p>bir mine</p><p>iki theirs</p>');
    await act(async () => void editor().dispatchCommand(REDO_COMMAND, undefined));
    expect(html()).toBe('<p>bir mine more</p><p>iki theirs</p>');
  });

  it('keeps what can be undone where only the spelling of its text is another one, which it has to the letter', async () => {
    await act(async () => void render(<Shared html="<p>bir</p>" next="<p><b>bir</b></p>" />));
    const embolden = () => editor().update(() => void $getRoot().getAllTextNodes()[0]?.toggleFormat('bold'));
    await act(async () => embolden());
    await waitFor(() => expect(html()).toBe('<p><strong>bir</strong></p>'));
    fireEvent.click(screen.getByText('Merge'));
    await waitFor(() => expect(html()).toBe('<p><b>bir</b></p>'));
    await act(async () => void editor().dispatchCommand(UNDO_COMMAND, undefined));
    expect(html()).toBe('<p>bir</p>');
  });

  it('says that a change was taken back once, and not again when another language is shown', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    await open('<p>bir</p>');
    await act(
      async () =>
        void editor().update(() => {
          throw new Error('a fault of the editor');
        }),
    );
    await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement());
    await act(async () => void editor().update(() => void $getRoot().getFirstChildOrThrow().markDirty()));
    await waitFor(() => expect(screen.getByRole('alert')).toBeEmptyDOMElement());
    await act(async () => speak('ru'));
    // The message comes a moment after what it is about.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  });

  it('counts the words of the text it has', async () => {
    await open('<p>one <b>two</b></p><ul><li>three</li></ul>');
    await waitFor(() => expect(onWords).toHaveBeenLastCalledWith(3));
    fireEvent.click(screen.getByText('Replace'));
    await waitFor(() => expect(onWords).toHaveBeenLastCalledWith(2));
  });

  it('spells a text once when it opens, for all that the rules of its blocks look at it', async () => {
    const spelt = vi.spyOn(BlockExport.prototype, '$export');
    await open('<p>bir</p><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>');
    await screen.findByText('bir');
    await waitFor(() => expect(onWords).toHaveBeenLastCalledWith(3));
    await act(async () => undefined);
    expect(spelt).toHaveBeenCalledOnce();
  });

  it('tells the form of a picture that it begins to upload, and asks for it when it has arrived', async () => {
    await open('<p><img src="data:image/png;base64,iVBORw0KGgo=" alt="x"></p>');
    expect(html()).toMatch(/^<p><img src="upload:[\w-]+" alt="x"><\/p>$/);
  });

  it('does not take its first text back by undo', async () => {
    await open('<p>bir</p>');
    await screen.findByText('bir');
    await act(async () => void editor().dispatchCommand(UNDO_COMMAND, undefined));
    expect(html()).toBe('<p>bir</p>');
    await act(async () => editor().update(() => void $getRoot().selectEnd().insertText('!')));
    await waitFor(() => expect(html()).toBe('<p>bir!</p>'));
    for (let step = 0; step < 2; step += 1) await act(async () => void editor().dispatchCommand(UNDO_COMMAND, undefined));
    expect(html()).toBe('<p>bir</p>');
  });

  it('draws nothing again for a letter that is typed', async () => {
    const drawn = vi.fn();
    const written = vi.fn();
    const read = () => '<p>bir</p>';
    const field = (
      <Profiler id="field" onRender={drawn}>
        <RichTextField
          name="content_az"
          language="az"
          label="Content (AZ)"
          read={read}
          replacements={0}
          onChange={written}
          onWords={onWords}
        />
      </Profiler>
    );
    await act(async () => void render(field));
    const type = (text: string) => act(async () => editor().update(() => void $getRoot().selectEnd().insertText(text)));
    // The first letters: something can be undone from now on.
    for (const letter of 'li') await type(letter);
    drawn.mockClear();
    onWords.mockClear();
    await type('k');
    expect([written.mock.lastCall, html()]).toEqual([['<p>birlik</p>'], '<p>birlik</p>']);
    expect(drawn).not.toHaveBeenCalled();
    expect(onWords).not.toHaveBeenCalled();
  });

  it('survives an error in a change: takes it back, says so until the next change, and goes on', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await open('<p>kept</p>');
    await act(async () =>
      editor().update(() => {
        $getRoot().clear();
        throw new Error('broken');
      }),
    );
    await screen.findByText(/the last change was taken back/);
    expect([html(), screen.getByRole('textbox').textContent]).toEqual(['<p>kept</p>', 'kept']);
    await act(async () => editor().update(() => void $getRoot().selectEnd().insertText('!')));
    await waitFor(() => expect(html()).toBe('<p>kept!</p>'));
    await waitFor(() => expect(screen.queryByText(/the last change/)).toBeNull());
  });

  it.each([
    [
      'a list: each item is a line',
      '',
      '<ul><li>Bir<ul><li>İki</li></ul></li><li><b>Üç</b> <i>dörd</i></li></ul>',
      'Bir<br>İki<br><strong>Üç</strong> <em>dörd</em>',
    ],
    ['a list behind words', 'a', '<ul><li>Bir</li><li>İki</li></ul>', 'a<br>Bir<br>İki'],
    [
      'words with a table: its rows are lines',
      '',
      '<p>Bir</p><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td><b>d</b></td></tr></table><h2>İki</h2>',
      'Bir<br>a | b<br>c | <strong>d</strong><br>İki',
    ],
  ])('takes into a cell %s', async (_name, words, pasted, lines) => {
    const table = (cell: string) =>
      `<table><thead><tr><th>x</th><th>y</th></tr></thead><tbody><tr><td>${cell}</td><td>z</td></tr></tbody></table>`;
    await open(table(words));
    const event = Object.assign(new Event('paste'), {
      clipboardData: { getData: (type: string) => (type === 'text/html' ? pasted : ''), files: [], types: ['text/html'] },
    });
    await act(async () =>
      editor().update(() => {
        $nodesOfType(TableCellNode)[2]?.selectEnd();
        editor().dispatchCommand(PASTE_COMMAND, event as unknown as ClipboardEvent);
      }),
    );
    expect(html()).toBe(table(lines));
  });
});
