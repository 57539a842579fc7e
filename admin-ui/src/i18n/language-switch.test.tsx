import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Language } from '../api/types';
import { speak, TEXTS } from '../test/texts';
import { LanguageSwitch } from './language-switch';
import type { Messages } from './locales/az';

const { az, ru } = TEXTS;

const asked = vi.hoisted(() => [] as { language: string; arrive: (texts: unknown) => void; fail: () => void }[]);
vi.mock('./load', () => ({
  loadTexts: (language: Language) =>
    new Promise<Messages>((arrive, fail) =>
      asked.push({ language, arrive: arrive as (texts: unknown) => void, fail: () => fail(new TypeError('Failed to fetch')) }),
    ),
}));

const press = (language: string) => userEvent.click(screen.getByText(language));
const group = (name: string) => screen.queryByRole('group', { name });

beforeEach(() => {
  asked.length = 0;
  speak();
  render(<LanguageSwitch />);
});

it('names the languages in the one that is shown, for its voice', async () => {
  await press('RU');
  await act(async () => asked[0]?.arrive(ru));
  const button = screen.getByRole('button', { name: 'AZ, Азербайджанский' });
  expect(button.closest('[lang]')).toBe(document.documentElement);
});

it('shows the old language until the words of the new one are here', async () => {
  await press('RU');
  expect(group('Interface language')).toBeVisible();
  expect(document.documentElement.lang).toBe('en');
  await act(async () => asked[0]?.arrive(ru));
  expect(group('Язык интерфейса')).toBeVisible();
  expect([document.documentElement.lang, localStorage.getItem('i18nextLng')]).toEqual(['ru', 'ru']);
});

it('follows the last wish, whichever words arrive last', async () => {
  await press('AZ');
  await press('RU');
  await act(async () => asked[1]?.arrive(ru));
  await act(async () => asked[0]?.arrive(az));
  expect(group('Язык интерфейса')).toBeVisible();
  expect(localStorage.getItem('i18nextLng')).toBe('ru');
});

it('stays with the language that was chosen again meanwhile, and is silent about words that nobody waits for', async () => {
  await press('RU');
  await press('EN');
  await act(async () => asked[0]?.fail());
  expect(group('Interface language')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that the words did not arrive, keeps the language, and asks again', async () => {
  await press('RU');
  await act(async () => asked[0]?.fail());
  expect(screen.getByRole('alert')).toHaveTextContent('did not arrive');
  expect(localStorage.getItem('i18nextLng')).toBe('en');
  await press('RU');
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () => asked[1]?.arrive(ru));
  expect(group('Язык интерфейса')).toBeVisible();
});

it('names each button by the letters on it, and then in words', () => {
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'AZ, Azerbaijani',
    'EN, English',
    'RU, Russian',
  ]);
});
