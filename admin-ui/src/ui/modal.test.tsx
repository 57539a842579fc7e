import { render, screen } from '@testing-library/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { describe, expect, it } from 'vitest';
import { Modal } from './modal';

function show(children: ReactNode) {
  return render(
    <Modal title="History" closeLabel="Close" onClose={() => undefined}>
      {children}
    </Modal>,
  );
}

it('has a title and a way out, and is no second page: what stands above is no banner', () => {
  show('words');
  expect(screen.getByRole('dialog', { name: 'History' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible();
  expect(screen.queryByRole('banner')).toBeNull();
});

describe('the focus of a dialog that opens', () => {
  it.each([
    ['where one types', <textarea key="first" aria-label="first" />],
    ['where one chooses', <input key="first" type="checkbox" aria-label="first" />],
    ['of a list', <select key="first" aria-label="first" />],
  ])('is in its first field, %s', (_, field) => {
    show(
      <>
        <p>words</p>
        <input type="text" aria-label="of no use" disabled />
        {field}
        <button type="button">Send</button>
      </>,
    );
    expect(screen.getByLabelText('first')).toHaveFocus();
  });

  it('is behind what was typed before', () => {
    show(<textarea aria-label="note" defaultValue="begun" />);
    const note = screen.getByLabelText<HTMLTextAreaElement>('note');
    expect([note.selectionStart, note.selectionEnd]).toEqual([5, 5]);
  });

  it.each([
    ['words to be read', 'words'],
    [
      'a button',
      <button key="button" type="button">
        Delete
      </button>,
    ],
    [
      'a button and a field behind it',
      [
        <button key="button" type="button">
          Delete
        </button>,
        <input key="field" type="text" />,
      ],
    ],
    [
      'a link',
      <a key="link" href="#top">
        link
      </a>,
    ],
    [
      'a chapter',
      <details key="chapter">
        <summary>chapter</summary>
      </details>,
    ],
  ])('is at its title, before %s: Enter presses nothing that nobody has read', (_, children) => {
    show(children);
    expect(screen.getByRole('heading', { name: 'History' })).toHaveFocus();
  });

  it('is where the dialog itself puts it', () => {
    function Own() {
      const second = useRef<HTMLInputElement>(null);
      useEffect(() => second.current?.focus(), []);
      return [<input key="1" aria-label="first" />, <input key="2" ref={second} aria-label="second" />];
    }
    show(<Own />);
    expect(screen.getByLabelText('second')).toHaveFocus();
  });

  it('goes back to where it was when the dialog goes', () => {
    const { rerender } = render(<button type="button">Open</button>);
    screen.getByRole('button').focus();
    rerender(
      <>
        <button type="button">Open</button>
        <Modal title="History" closeLabel="Close" onClose={() => undefined}>
          words
        </Modal>
      </>,
    );
    expect(screen.getByRole('heading')).toHaveFocus();
    rerender(<button type="button">Open</button>);
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });
});
