import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTaken } from './use-taken';

const told: string[] = [];
/** What became of what was pressed: the list has been read again, and all that follows is done. */
const reading = { ends: () => {}, done: Promise.resolve() };

beforeEach(() => {
  told.length = 0;
  render(<List />);
});

function List() {
  const { gone, title, taken } = useTaken((sentence) => {
    told.push(sentence);
    return new Promise<void>((resolve) => (reading.ends = resolve));
  });
  return (
    <>
      <h2 tabIndex={-1} ref={title}>
        List
      </h2>
      <p>{gone.join()}</p>
      {[1, 2].map((id) => (
        <button key={id} type="button" onClick={({ currentTarget }) => (reading.done = taken(id, `${id} has gone`, currentTarget))}>
          Take {id}
        </button>
      ))}
    </>
  );
}

const button = (id: number) => screen.getByRole('button', { name: `Take ${id}` });

/** Takes this one; `meanwhile` before the list is read again. */
async function take(id: number, meanwhile = () => {}) {
  button(id).focus();
  act(() => button(id).click());
  meanwhile();
  await act(async () => {
    reading.ends();
    await reading.done;
  });
}

describe('what is taken from a list', () => {
  it('is gone before the list is read again, and told once', async () => {
    await take(2, () => expect(screen.getByText('2')).toBeVisible());
    await take(1);
    expect(screen.getByText('2,1')).toBeVisible();
    expect(told).toEqual(['2 has gone', '1 has gone']);
  });

  it('leaves the focus at the title of the list', async () => {
    await take(1);
    expect(screen.getByRole('heading')).toHaveFocus();
  });

  it('leaves whoever has gone on where they are', async () => {
    await take(1, () => button(2).focus());
    expect(button(2)).toHaveFocus();
  });
});
