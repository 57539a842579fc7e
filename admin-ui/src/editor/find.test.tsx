import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { $createParagraphNode, $createTextNode, $getRoot, type LexicalEditor, type TextNode, UNDO_COMMAND } from 'lexical';
import { beforeEach, describe, expect, it } from 'vitest';
import { speak } from '../test/texts';
import RichTextField from './rich-text-field';

beforeEach(() => speak());

const html = () => document.querySelector<HTMLInputElement>('input[name=content_az]')?.value;
const root = () => screen.getByLabelText('Content (AZ)') as HTMLElement & { __lexicalEditor: LexicalEditor };
const wanted = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Find' });
const said = () => screen.getByRole('status').textContent;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function open(text: string, words: string) {
  render(
    <RichTextField
      name="content_az"
      language="az"
      label="Content (AZ)"
      read={() => text}
      replacements={0}
      onChange={() => undefined}
      onWords={() => undefined}
    />,
  );
  fireEvent.keyDown(root(), { key: 'f', code: 'KeyF', ctrlKey: true });
  await userEvent.type(wanted(), words);
}

async function replaceWith(words: string, button: string) {
  await userEvent.type(screen.getByRole('textbox', { name: 'Replace with' }), words);
  await press(button);
}

describe('find and replace', () => {
  it('counts what it finds whichever case, İ and ё it is written with, and goes round', async () => {
    await open('<p>İstanbul, ISTANBUL</p><ul><li>istanbul</li></ul><p>учёт</p>', 'istanbul');
    expect(said()).toBe('1 of 3');
    await userEvent.keyboard('{Enter}');
    expect(said()).toBe('2 of 3');
    await userEvent.keyboard('{Shift>}{Enter}{Enter}{/Shift}');
    expect(said()).toBe('3 of 3');
    await userEvent.clear(wanted());
    await userEvent.type(wanted(), 'УЧЕТ');
    expect(said()).toBe('1 of 1');
    await press('Aa: Match case');
    expect(said()).toBe('Not found');
    expect(html()).toBe('<p>İstanbul, ISTANBUL</p><ul><li>istanbul</li></ul><p>учёт</p>');
  });

  it('replaces across marks and links, and leaves the looks of what stands around', async () => {
    await open('<p>a <strong>bo</strong><em>ld</em> word, <a href="https://a.example/">bo</a>ld</p>', 'bold');
    expect(said()).toBe('1 of 2');
    await replaceWith('light', 'Replace all');
    await waitFor(() => expect(html()).toBe('<p>a <strong>light</strong> word, <a href="https://a.example/">light</a></p>'));
    expect(said()).toBe('Replaced in 2 places');
  });

  it('replaces all in one step to undo', async () => {
    await open('<p>vergi Vergi</p><p>vergi</p>', 'vergi');
    await replaceWith('ƏDV', 'Replace all');
    await waitFor(() => expect(html()).toBe('<p>ƏDV ƏDV</p><p>ƏDV</p>'));
    await act(async () => void root().__lexicalEditor.dispatchCommand(UNDO_COMMAND, undefined));
    await waitFor(() => expect(html()).toBe('<p>vergi Vergi</p><p>vergi</p>'));
    expect(said()).not.toBe('');
  });

  it('replaces one after the other, without meeting its own words', async () => {
    await open('<p>a a a</p>', 'a');
    await replaceWith('aa', 'Replace');
    await waitFor(() => expect(html()).toBe('<p>aa a a</p>'));
    expect(said()).toBe('3 of 4');
    await press('Replace');
    await waitFor(() => expect(html()).toBe('<p>aa aa a</p>'));
    expect(said()).toBe('5 of 5');
  });

  it('takes words out, and with them a link that has no others', async () => {
    await open('<p>one <a href="https://a.example/">two</a> three</p>', 'two');
    await press('Replace');
    await waitFor(() => expect(html()).toBe('<p>one three</p>'));
    expect(said()).toBe('Not found');
  });

  it('knows what is typed meanwhile', async () => {
    await open('<p>vergi</p>', 'vergi');
    await act(async () =>
      root().__lexicalEditor.update(() => void $getRoot().append($createParagraphNode().append($createTextNode('Vergi'))), {
        discrete: true,
      }),
    );
    expect(said()).toBe('1 of 2');
    await act(async () => root().__lexicalEditor.update(() => void $getRoot().clear(), { discrete: true }));
    expect(said()).toBe('Not found');
    await press('Replace');
    expect(html()).toBe('');
  });

  it('has what was looked for, and what was to replace it, when it is opened again', async () => {
    await open('<p>vergi</p>', 'vergilər');
    await userEvent.type(screen.getByRole('textbox', { name: 'Replace with' }), 'ƏDV');
    await userEvent.keyboard('{Escape}');
    fireEvent.keyDown(root(), { key: 'f', code: 'KeyF', ctrlKey: true });
    expect(wanted()).toHaveValue('vergilər');
    expect([wanted().selectionStart, wanted().selectionEnd]).toEqual([0, 8]);
    expect(screen.getByRole('textbox', { name: 'Replace with' })).toHaveValue('ƏDV');
    await userEvent.click(wanted());
    await userEvent.keyboard('{Escape}');
    // What is selected is what one looks for now.
    await act(async () =>
      root().__lexicalEditor.update(() => void $getRoot().getFirstDescendant<TextNode>()?.select(0, 3), { discrete: true }),
    );
    fireEvent.keyDown(root(), { key: 'f', code: 'KeyF', ctrlKey: true });
    expect(wanted()).toHaveValue('ver');
    expect(screen.getByRole('textbox', { name: 'Replace with' })).toHaveValue('ƏDV');
  });

  it('closes with Escape and gives the focus back to the text', async () => {
    await open('<p>vergi</p>', 'vergi');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('search')).toBeNull();
    await waitFor(() => expect(root()).toHaveFocus());
    expect(html()).toBe('<p>vergi</p>');
  });
});
