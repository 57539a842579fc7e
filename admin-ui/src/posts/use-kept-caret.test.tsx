import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useKeptCaret } from './use-kept-caret';

function Field() {
  const [value, setValue] = useState('bir iki');
  return (
    <>
      <textarea {...useKeptCaret<HTMLTextAreaElement>(value)} data-form={value} onChange={({ target }) => setValue(target.value)} />
      <button type="button" onClick={({ currentTarget }) => setValue(currentTarget.value)}>
        Come
      </button>
    </>
  );
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
/** Words from outside; the focus stays where it is. */
const come = (value: string) =>
  act(async () => {
    const button = screen.getByText<HTMLButtonElement>('Come');
    button.value = value;
    fireEvent.click(button);
  });

describe('a field whose text somebody else changes', () => {
  it('shows it, with what is selected between the same letters', async () => {
    render(<Field />);
    field().focus();
    field().setSelectionRange(4, 7, 'backward');
    await come('sıfır bir iki üç');
    expect(field()).toHaveValue('sıfır bir iki üç');
    expect([field().selectionStart, field().selectionEnd, field().selectionDirection]).toEqual([10, 13, 'backward']);
  });

  it('has what was typed, and what is set after it', async () => {
    render(<Field />);
    fireEvent.change(field(), { target: { value: 'bir iki üç' } });
    expect(field()).toHaveAttribute('data-form', 'bir iki üç');
    await come('');
    expect(field()).toHaveValue('');
    fireEvent.change(field(), { target: { value: 'yeni' } });
    expect(field()).toHaveAttribute('data-form', 'yeni');
  });

  it('takes no focus', async () => {
    render(<Field />);
    await come('başqa');
    expect(document.body).toHaveFocus();
  });
});
