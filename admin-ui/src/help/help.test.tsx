import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { chapters } from '../../guide-plugin';
import { storeTokens } from '../auth/session';
import { chooseLanguage } from '../i18n';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';
import { asksForHelp, chooseSingleKey } from './single-key';

beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'author' }))
    .on('GET /api/auth/sessions/', () => json([]));
});

/** What the key asks for, pressed in an element. */
function pressed(key: string, element: HTMLElement = document.body, keys: KeyboardEventInit = {}): boolean {
  if (element !== document.body) document.body.append(element);
  let asked = false;
  const listen = (event: KeyboardEvent) => (asked = asksForHelp(event));
  window.addEventListener('keydown', listen, { once: true });
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...keys }));
  return asked;
}

describe('the keys of the help', () => {
  it('are F1 everywhere, and ? where nothing is typed', () => {
    const make = (html: string) => Object.assign(document.createElement('div'), { innerHTML: html }).firstElementChild as HTMLElement;
    const fields = ['<input type="text">', '<textarea></textarea>', '<select></select>', '<p contenteditable="true"></p>'].map(make);
    for (const field of fields) expect([pressed('?', field), pressed('F1', field)]).toEqual([false, true]);
    for (const other of ['<button></button>', '<input type="checkbox">'].map(make)) expect(pressed('?', other)).toBe(true);
    expect(pressed('?', undefined, { ctrlKey: true })).toBe(false);
    expect(pressed('F1', undefined, { shiftKey: true })).toBe(false);
  });

  it('leave ? alone when it was switched off', () => {
    chooseSingleKey(false);
    expect([pressed('?'), pressed('F1')]).toEqual([false, true]);
    chooseSingleKey(true);
    expect(pressed('?')).toBe(true);
  });
});

describe('the help', () => {
  it('has the guide in the language of the interface, and the keys', async () => {
    renderApp('/admin/account');
    await userEvent.click(await screen.findByRole('button', { name: 'Help' }));
    const dialog = await screen.findByRole('dialog', { name: 'Help' });
    expect(within(dialog).getByText('Drafts and times')).toBeVisible();
    expect(within(dialog).getByText('Deeper in a list, and back')).toBeVisible();
    await act(() => chooseLanguage('ru'));
    expect(await within(dialog).findByText('Черновики и время')).toBeVisible();
    expect(within(dialog).queryByText('Drafts and times')).toBeNull();
  });

  it.each(['editing.az.md', 'editing.md', 'editing.ru.md'])(
    'is made of the chapters of %s, without pictures and with nothing left unmade',
    (name) => {
      const found = chapters(readFileSync(`../docs/${name}`, 'utf8'));
      expect(found.length).toBeGreaterThan(6);
      for (const { title, html } of found) {
        expect(title).not.toBe('');
        expect(html).toMatch(/<(?:p|ol|dl)>/);
        expect(html).not.toMatch(/<img|<table|<script|\*\*|!\[/);
      }
    },
  );
});
