import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Language } from '../api/types';
import { TEXTS } from '../test/texts';
import { soon } from '../test/soon';
import type { Messages } from './locales/az';

interface Asked {
  language: Language;
  part: string;
  arrive: () => Promise<void>;
  fail: () => Promise<void>;
}
let asked: Asked[];
const PARTS: Readonly<Record<string, readonly (keyof Messages)[]>> = {
  core: ['layout', 'languages'],
  desk: ['editor'],
  office: ['people'],
};
const some = (language: Language, part: string) => Object.fromEntries((PARTS[part] ?? []).map((group) => [group, TEXTS[language][group]]));

vi.mock('./load', () => ({
  loadTexts: (language: Language, part = 'core') =>
    new Promise((resolve, reject) =>
      asked.push({
        language,
        part,
        arrive: () => act(async () => resolve(some(language, part))),
        fail: () => act(async () => reject(new TypeError('Failed to fetch dynamically imported module'))),
      }),
    ),
}));

/** The program as it starts, in English, with what is there before anything is drawn. */
async function start() {
  vi.resetModules();
  asked = [];
  const i18n = await import('.');
  const { useTranslation } = await import('./use-translation');
  i18n.startTranslations('en', some('en', 'core'));
  const Screen = () => <p>{useTranslation().t('people.failed')}</p>;
  let outcome = 'waiting';
  const open = () => {
    outcome = 'waiting';
    i18n
      .withTexts(['office'], () => Promise.resolve(Screen))
      .then(
        (Part) => (render(<Part />), (outcome = 'shown')),
        () => (outcome = 'failed'),
      );
  };
  return { ...i18n, open, outcome: () => outcome };
}

beforeEach(() => localStorage.clear());
const wants = (...expected: string[]) => soon(() => expect(asked.map(({ language, part }) => `${language} ${part}`)).toEqual(expected));

it('a screen is shown when its texts are here', async () => {
  const { open, outcome } = await start();
  open();
  await wants('en office');
  expect(outcome()).toBe('waiting');
  await asked[0]?.arrive();
  expect(screen.getByText(TEXTS.en.people.failed)).toBeVisible();
});

it('a screen whose language was changed before its texts came is shown in the new one, with words', async () => {
  const { open, chooseLanguage, outcome } = await start();
  open();
  await wants('en office');
  const chosen = chooseLanguage('ru');
  await wants('en office', 'ru core', 'ru office');
  await asked[1]?.arrive();
  await asked[2]?.arrive();
  await chosen;
  expect(outcome()).toBe('waiting');
  await asked[0]?.arrive();
  expect(screen.getByText(TEXTS.ru.people.failed)).toBeVisible();
});

it('a screen that opens while a language is on its way is waited for by the language', async () => {
  const { open, chooseLanguage } = await start();
  const chosen = chooseLanguage('ru');
  open();
  await wants('ru core', 'en office');
  await asked[1]?.arrive();
  expect(screen.getByText(TEXTS.en.people.failed)).toBeVisible();
  await asked[0]?.arrive();
  await wants('ru core', 'en office', 'ru office');
  expect(screen.getByText(TEXTS.en.people.failed)).toBeVisible();
  await asked[2]?.arrive();
  await chosen;
  expect(screen.getByText(TEXTS.ru.people.failed)).toBeVisible();
});

it('texts that do not arrive fail the screen, keep nobody from another language, and can be asked for again', async () => {
  const { open, chooseLanguage, outcome } = await start();
  open();
  await wants('en office');
  await asked[0]?.fail();
  await soon(() => expect(outcome()).toBe('failed'));
  const chosen = chooseLanguage('ru');
  await wants('en office', 'ru core');
  await asked[1]?.arrive();
  await chosen;
  open();
  await wants('en office', 'ru core', 'ru office');
  await asked[2]?.arrive();
  expect(screen.getByText(TEXTS.ru.people.failed)).toBeVisible();
});

it('a language whose texts for an open screen do not arrive is not chosen', async () => {
  const { open, chooseLanguage } = await start();
  open();
  await wants('en office');
  await asked[0]?.arrive();
  const refused = chooseLanguage('az').catch((error: unknown) => error);
  await wants('en office', 'az core', 'az office');
  await asked[1]?.arrive();
  await asked[2]?.fail();
  expect(await refused).toBeInstanceOf(TypeError);
  expect(screen.getByText(TEXTS.en.people.failed)).toBeVisible();
  expect(localStorage.getItem('i18nextLng')).toBeNull();
});
