import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Modal } from './modal';

it('has a title and a way out, and is no second page: what stands above is no banner', () => {
  render(
    <Modal title="History" closeLabel="Close" onClose={() => undefined}>
      words
    </Modal>,
  );
  expect(screen.getByRole('dialog', { name: 'History' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible();
  expect(screen.queryByRole('banner')).toBeNull();
});
