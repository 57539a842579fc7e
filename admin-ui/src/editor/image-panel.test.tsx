import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { $getRoot, type ElementNode, type LexicalEditor } from 'lexical';
import { type FormEvent, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { speak } from '../test/texts';
import RichTextField from './rich-text-field';

function Field({ html: first }: { html: string }) {
  const [html, setHtml] = useState(first);
  return (
    <RichTextField
      name="content_az"
      language="az"
      label="Content (AZ)"
      read={() => html}
      replacements={0}
      onChange={setHtml}
      onWords={() => undefined}
    />
  );
}

/** The form follows the editor when there is time. */
const reads = (text: string) => waitFor(() => expect(html()).toBe(text), { timeout: 10_000 });
const html = () => document.querySelector<HTMLInputElement>('input[name=content_az]')?.value;
const picture = (id: number, more = '') => `<p><img src="/api/blog/images/${id}/" alt="A"${more}></p>`;

/** Selects a picture of the text, which opens its panel. */
async function select(at: number): Promise<void> {
  await waitFor(() => expect(document.querySelectorAll('.editor-image').length).toBeGreaterThan(at));
  const shown = document.querySelectorAll('.editor-image')[at];
  if (shown) fireEvent.click(shown);
}
const own = () => screen.findByRole('checkbox', { name: 'Another caption in this text' });

beforeEach(() => {
  // jsdom paints nothing.
  vi.stubGlobal('CSS', { highlights: new Map() });
  vi.stubGlobal('Highlight', Object);
  speak();
});

describe('the caption of a picture in a text', () => {
  it('is the library’s until the text has one of its own, which may be empty', async () => {
    render(<Field html={picture(1)} />);
    await select(0);
    expect(await own()).not.toBeChecked();
    expect(screen.queryByLabelText('Caption')).toBeNull();
    await userEvent.click(await own());
    await reads(picture(1, ' data-caption=""'));
    fireEvent.change(screen.getByLabelText('Caption'), { target: { value: ' Baku "A" ' } });
    await reads(picture(1, ' data-caption="Baku &quot;A&quot;"'));
    await userEvent.click(await own());
    await reads(picture(1));
  });

  it('belongs to the picture that is selected, not to the next one', async () => {
    const second = picture(2, ' data-caption="B"');
    render(<Field html={picture(1, ' data-caption="A"') + second} />);
    await select(0);
    fireEvent.change(await screen.findByLabelText('Caption'), { target: { value: 'A1' } });
    await select(1);
    await waitFor(() => expect(screen.getByLabelText('Caption')).toHaveValue('B'));
    fireEvent.change(screen.getByLabelText('Caption'), { target: { value: '' } });
    await reads(picture(1, ' data-caption="A1"') + picture(2, ' data-caption=""'));
  });
});

describe('the panel of a new picture', () => {
  const content = () => screen.getByLabelText('Content (AZ)') as HTMLElement & { __lexicalEditor: LexicalEditor };
  const ask = async (at: number) => {
    await act(async () =>
      content().__lexicalEditor.update(() => void $getRoot().getChildAtIndex<ElementNode>(at)?.selectEnd(), { discrete: true }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Image' }));
  };
  const alt = () => screen.getByLabelText('Alternative text');
  const address = () => screen.getByLabelText('or the address of an image');

  it.each(['Escape', 'a click in the text'])(
    'has what was typed when it is opened again at the same paragraph, though closed by %s',
    async (by) => {
      render(<Field html="<p>bir</p><p>iki</p>" />);
      await screen.findByText('bir');
      await ask(0);
      await userEvent.type(alt(), 'Ofis');
      await userEvent.type(address(), '/api/blog/images/1/');
      if (by === 'Escape') await userEvent.keyboard('{Escape}');
      else fireEvent.click(screen.getByText('bir'));
      await waitFor(() => expect(screen.queryByLabelText('Alternative text')).toBeNull());
      await ask(1);
      expect([alt(), address()].map((field) => (field as HTMLInputElement).value)).toEqual(['', '']);
      await userEvent.keyboard('{Escape}');
      await ask(0);
      expect(alt()).toHaveValue('Ofis');
      await userEvent.type(address(), '{Enter}');
      await reads('<p>bir</p><p><img src="/api/blog/images/1/" alt="Ofis"></p><p>iki</p>');
      await ask(0);
      expect([alt(), address()].map((field) => (field as HTMLInputElement).value)).toEqual(['', '']);
    },
  );
});

describe('the panel of a picture', () => {
  it('leaves Enter and Escape to an input method that is at work', async () => {
    render(<Field html={picture(1)} />);
    await select(0);
    const alt = await screen.findByLabelText('Alternative text');
    for (const key of ['Enter', 'Escape']) expect(fireEvent.keyDown(alt, { key, isComposing: true })).toBe(true);
    expect(fireEvent.keyDown(alt, { key: 'Enter' })).toBe(false);
    await waitFor(() => expect(alt).not.toBeInTheDocument());
  });

  it.each(['Alternative text', 'Another caption in this text', 'Caption'])(
    'is done with by Enter in “%s”, which publishes no form around',
    async (name) => {
      const submit = vi.fn((event: FormEvent) => event.preventDefault());
      render(
        <form onSubmit={submit}>
          <Field html={picture(1, ' data-caption="B"')} />
          <button>Publish</button>
        </form>,
      );
      await select(0);
      const field = await screen.findByLabelText(name);
      field.focus();
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(field).not.toBeInTheDocument());
      expect([submit.mock.calls, html()]).toEqual([[], picture(1, ' data-caption="B"')]);
    },
  );
});

describe('undo of what is said of a picture', () => {
  const content = () => screen.getByLabelText('Content (AZ)') as HTMLElement & { __lexicalEditor: LexicalEditor };
  const alt = () => screen.getByLabelText('Alternative text');
  const undo = () => userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const redo = () => userEvent.click(screen.getByRole('button', { name: 'Redo' }));

  it('takes a description back in one step, which the panel shows, and what is typed then is a step of its own', async () => {
    render(<Field html={picture(1)} />);
    await select(0);
    await userEvent.type(await screen.findByLabelText('Alternative text'), ' ofisi ');
    await reads(picture(1).replace('A', 'A ofisi'));
    await undo();
    await reads(picture(1));
    await waitFor(() => expect(alt()).toHaveValue('A'));
    await redo();
    await waitFor(() => expect(alt()).toHaveValue('A ofisi'));
    await undo();
    await waitFor(() => expect(alt()).toHaveValue('A'));
    await userEvent.type(alt(), 'BC');
    await reads(picture(1).replace('A', 'ABC'));
    await undo();
    await reads(picture(1));
    await redo();
    await reads(picture(1).replace('A', 'ABC'));
  });

  it('goes field by field, and brings back a caption whose box was cleared', async () => {
    render(<Field html={picture(1)} />);
    await select(0);
    await userEvent.type(await screen.findByLabelText('Alternative text'), 'B');
    await userEvent.click(await own());
    await userEvent.type(await screen.findByLabelText('Caption'), 'Bakı');
    const whole = picture(1, ' data-caption="Bakı"').replace('A', 'AB');
    await reads(whole);
    await userEvent.click(await own());
    await reads(picture(1).replace('A', 'AB'));
    await undo();
    await reads(whole);
    await waitFor(() => expect(screen.getByLabelText('Caption')).toHaveValue('Bakı'));
    await undo();
    await reads(picture(1).replace('A', 'AB'));
    await waitFor(() => expect(screen.queryByLabelText('Caption')).toBeNull());
    await undo();
    await reads(picture(1));
  });

  it('keeps what was written between two visits apart', async () => {
    render(<Field html={`${picture(1)}<p>iki</p>`} />);
    await select(0);
    await userEvent.type(await screen.findByLabelText('Alternative text'), 'B');
    await act(async () =>
      content().__lexicalEditor.update(() => void $getRoot().getLastChildOrThrow<ElementNode>().selectEnd().insertText('!'), {
        discrete: true,
      }),
    );
    await select(0);
    await userEvent.type(await screen.findByLabelText('Alternative text'), 'C');
    await reads(`${picture(1).replace('A', 'ABC')}<p>iki!</p>`);
    await undo();
    await reads(`${picture(1).replace('A', 'AB')}<p>iki!</p>`);
    await undo();
    await reads(`${picture(1).replace('A', 'AB')}<p>iki</p>`);
  });
});
