import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { LibraryPicture } from '../api/types';
import { speak } from '../test/texts';
import { PictureTexts } from './picture-texts';

// The page says it before any of the program runs.
vi.hoisted(() => {
  document.documentElement.dataset['languages'] = 'az ru de';
});

it('the texts of a picture name no language that the site lacks, though it has three', () => {
  speak();
  render(<PictureTexts said={{} as LibraryPicture} />);
  expect(screen.getByText(/^Where another language is empty/)).toBeVisible();
  expect(screen.queryByText(/English/)).toBeNull();
});
