import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { speak } from '../test/texts';
import RichTextField from './rich-text-field';

function Field({ html: first }: { html: string }) {
  const [html, setHtml] = useState(first);
  return <RichTextField name="content_az" language="az" label="Content (AZ)" read={() => html} replacements={0} onChange={setHtml} onWords={() => undefined} />;
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

describe('the panel of a picture', () => {
  it('leaves Enter and Escape to an input method that is at work', async () => {
    render(<Field html={picture(1)} />);
    await select(0);
    const alt = await screen.findByLabelText('Alternative text');
    for (const key of ['Enter', 'Escape']) expect(fireEvent.keyDown(alt, { key, isComposing: true })).toBe(true);
    expect(fireEvent.keyDown(alt, { key: 'Enter' })).toBe(false);
    await waitFor(() => expect(alt).not.toBeInTheDocument());
  });
});
