import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { $selectAll, type LexicalEditor } from 'lexical';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import RichTextField from './rich-text-field';
import { speak } from '../test/texts';

function Field() {
  const [html, setHtml] = useState('<p>söz</p>');
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

const tools = () => [...document.querySelectorAll<HTMLElement>('[data-tool]')];
const html = () => document.querySelector<HTMLInputElement>('input[name=content_az]')?.value;

function selectAll() {
  const root = screen.getByRole('textbox') as HTMLElement & { __lexicalEditor?: LexicalEditor };
  root.focus(); // only then Lexical keeps its selection in the document
  root.__lexicalEditor?.update(() => void $selectAll(), { discrete: true });
}

describe('the toolbar', () => {
  beforeEach(() => {
    speak();
    render(<Field />);
  });

  it('has the specified tools in their order, then undo and redo, each with a name', () => {
    expect(tools().map(({ dataset }) => dataset['tool'])).toEqual([
      'h1',
      'h2',
      'h3',
      'bold',
      'italic',
      'underline',
      'strike',
      'ol',
      'ul',
      'link',
      'image',
      'clear',
      'undo',
      'redo',
    ]);
    for (const tool of tools()) expect(tool).toHaveAccessibleName();
  });

  it.each([
    ['h1', '<h1>söz</h1>'],
    ['h2', '<h2>söz</h2>'],
    ['h3', '<h3>söz</h3>'],
    ['bold', '<p><strong>söz</strong></p>'],
    ['italic', '<p><em>söz</em></p>'],
    ['underline', '<p><u>söz</u></p>'],
    ['strike', '<p><s>söz</s></p>'],
    ['ol', '<ol><li>söz</li></ol>'],
    ['ul', '<ul><li>söz</li></ul>'],
  ])('%s makes %s, and a second click takes it back', async (name, expected) => {
    const button = document.querySelector(`[data-tool=${name}]`) as HTMLElement;
    selectAll();
    fireEvent.click(button);
    await waitFor(() => expect(html()).toBe(expected));
    selectAll();
    fireEvent.click(button);
    await waitFor(() => expect(html()).toBe('<p>söz</p>'));
  });

  it.each(['h2', 'ul'])('%s that is clicked again before it is drawn as pressed is taken back', async (name) => {
    const button = document.querySelector(`[data-tool=${name}]`) as HTMLElement;
    selectAll();
    button.click(); // not by `fireEvent`, which draws
    while (html() === '<p>söz</p>') await Promise.resolve();
    expect(button).toHaveAttribute('aria-pressed', 'false');
    button.click();
    await waitFor(() => expect(html()).toBe('<p>söz</p>'));
  });
});
