import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { edit, field, open, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aPost, json } from '../test/server';

const PUT = 'PUT /api/blog/posts/7/';

beforeEach(signedInWithNothingKept);

async function unfold(language: string) {
  await user.click(document.querySelector(`#seo-${language} summary`) as HTMLElement);
  await waitFor(() => field(`slug_${language}`));
  return field(`slug_${language}`) as HTMLInputElement;
}

describe('the words of an address', () => {
  it('become letters that an address may have while they are typed, and are sent with their language', async () => {
    const server = await open([aPost({ id: 7, slug_en: 'old' })]);
    server.on(PUT, (request) => json(saved(request, 7), 200, { ETag: '"7-2"' }));
    await edit(7);
    const input = await unfold('en');
    expect(input).toHaveValue('old');
    expect(input).toHaveAccessibleDescription(/^Small Latin letters.*\/en\/blog\/7\/ stays valid.* \/en\/blog\/7\/old\/$/);
    await user.clear(input);
    await user.type(input, 'VAT: Ünvan ');
    expect(input).toHaveValue('vat-unvan-');
    expect(input).toHaveAccessibleDescription(/\/en\/blog\/7\/vat-unvan\/$/);
    await waitFor(() => expect(screen.getByText('In search results, roughly').closest('figure')).toHaveTextContent('blog › 7 › vat-unvan'));
    fireEvent.keyDown(input, { key: 's', ctrlKey: true });
    await waitFor(() => expect(server.asked(PUT)[0]?.form).toMatchObject({ slug_en: 'vat-unvan', slug_az: '' }));
  });

  it('are typed in the middle without the caret running away', async () => {
    await open([aPost({ id: 7, slug_en: 'vat-2026' })]);
    await edit(7);
    const input = await unfold('en');
    input.focus();
    input.setSelectionRange(3, 3);
    await user.keyboard(' X-');
    expect(input).toHaveValue('vat-x-2026');
    expect(input.selectionStart).toBe(6);
  });

  it('come from the title by a button, and are none where there is none', async () => {
    await open([]);
    const input = await unfold('az');
    const button = screen.getByRole('button', { name: 'From the title' });
    expect(button).toBeDisabled();
    expect(input).toHaveAccessibleDescription(/\/blog\/…\/$/);
    await user.type(field('title_az'), 'ƏDV 2026: nə dəyişir?');
    await user.click(button);
    expect(input).toHaveValue('edv-2026-ne-deyisir');
    // Who pressed it by keyboard still stands on it.
    expect(button).toHaveFocus();
  });

  it('stay when the texts of another language are copied', async () => {
    await open([aPost({ id: 7, slug_az: 'edv', slug_en: 'vat' })]);
    await edit(7);
    const input = await unfold('en');
    window.confirm = () => true;
    await user.click(
      document.querySelector('#pane-en [aria-label="Copy the texts from AZ"]') ??
        (screen.getAllByRole('button', { name: /AZ/ })[0] as HTMLElement),
    );
    expect(input).toHaveValue('vat');
  });
});
