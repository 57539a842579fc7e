// Finding among many posts: words, filters, the address that keeps them, and several posts at once, by mouse and keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { phone } from '../support/browser.mjs';
import { credentials } from '../support/cms.mjs';
import { until } from '../support/waiting.mjs';

const SHOTS = process.env.SHOTS;
let page;
let alerts;
let access;

const api = (path, options = {}) =>
  fetch(`${started.cms.url}/api/${path}`, { ...options, headers: { Authorization: `Bearer ${access}`, ...options.headers } });
async function draft(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const answer = await api('blog/drafts/', { method: 'POST', body: form });
  assert.equal(answer.status, 201);
  return (await answer.json()).id;
}

const started = startWithBrowser(async () => {
  const signIn = await fetch(`${started.cms.url}/api/auth/token/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  ({ access } = await signIn.json());
  const topics = [
    'ƏDV uçotu',
    'İllik hesabat',
    'Əmlak vergisi',
    'Əmək müqaviləsi',
    'Gömrük rüsumu',
    'Kassa qaydaları',
    'Sadələşdirilmiş vergi',
    'Audit planı',
  ];
  for (const [at, title] of topics.entries()) {
    await draft({
      title_az: title,
      excerpt_az: `${title} haqqında qısa`,
      content_az: `<p>${title}. ${at % 2 ? 'Şəxsi kabinet' : 'Elektron qaimə'}</p>`,
      author: at % 2 ? 'Aygün Əliyeva' : 'İlqar',
      category: at < 4 ? 'audit' : 'hr',
      ...(at === 2 && { title_ru: 'Учёт имущества', content_ru: '<p>Налог</p>' }),
    });
  }
  ({ page, alerts } = await openAdmin(started));
});
const titles = () => page.locator('.card__title').allTextContents();
const found = (wanted) => until(async () => JSON.stringify(await titles()) === JSON.stringify(wanted), `the cards ${wanted}`);
const count = (number) => page.getByText(new RegExp(`^${number} yazı$`)).waitFor();
const shoot = async (name) => SHOTS && page.locator('.list').screenshot({ path: `${SHOTS}/${name}.png` });

test('the first view is the specified one: six cards, and nothing is asked but the list', async () => {
  await until(async () => (await titles()).length === 6, 'six cards');
  await count(8);
  assert.equal(new URL(page.url()).search, '');
  await clean(page, 'list, desktop', '.list');
  await shoot('finding-first-1440');
});

test('words are found however they are typed, and the address keeps them', async () => {
  await page.getByRole('textbox', { name: /^Başlıqda, mətndə/ }).focus();
  await page.keyboard.type('VERGISI emlak'.replace('emlak', 'əmlak'), { delay: 5 });
  await found(['Əmlak vergisi']);
  // Fewer letters find the same; the address has all of them when the last pause is over.
  await page.waitForURL((url) => url.searchParams.get('q') === 'VERGISI əmlak');
  await page.keyboard.press('Escape');
  await count(8);
  await page.keyboard.type('учет');
  await found(['Əmlak vergisi']);
  await page.waitForURL((url) => url.searchParams.get('q') === 'учет');
  await page.reload();
  await found(['Əmlak vergisi']);
  assert.equal(await page.inputValue('[name=q]'), 'учет');
  await page.getByRole('button', { name: 'Axtarışı təmizlə' }).click();
  await count(8);
});

test('an older answer never replaces a newer one', async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(/[?&]q=ver(&|$)/, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  const asked = page.waitForRequest(/[?&]q=ver(&|$)/);
  await page.fill('[name=q]', 'ver');
  await asked;
  await page.fill('[name=q]', 'vergi sadə');
  await found(['Sadələşdirilmiş vergi']);
  release();
  await page.unroute(/[?&]q=ver(&|$)/);
  await page.getByRole('combobox', { name: 'Sıralama' }).selectOption('title');
  await found(['Sadələşdirilmiş vergi']);
  await page.getByRole('button', { name: 'Filtrləri sıfırla' }).click();
  await count(8);
});

test('filters narrow together; back and forward walk through them', async () => {
  await page.getByRole('button', { name: /^Filtrlər/ }).press('Enter');
  await page.getByRole('combobox', { name: 'Müəllif', exact: true }).selectOption('İlqar');
  await count(4);
  await page.getByRole('combobox', { name: 'Çatışmayanlar' }).selectOption('ru');
  await count(3);
  await page.locator('[name=category_filter]').selectOption('hr');
  await count(2);
  await page.getByRole('combobox', { name: 'Sıralama' }).selectOption('title');
  await found(['Gömrük rüsumu', 'Sadələşdirilmiş vergi']);
  await clean(page, 'filters, desktop', '.list');
  await shoot('finding-filters-1440');
  await page.goBack();
  await found(['Sadələşdirilmiş vergi', 'Gömrük rüsumu']);
  await page.goBack();
  await count(3);
  await page.goForward();
  await count(2);
  await page.getByRole('button', { name: 'Filtrləri sıfırla' }).click();
  await page.locator('[name=category_filter]').selectOption('all');
  await count(8);
});

test('several are published; the one that cannot be says why and stays chosen', async () => {
  const half = await draft({ title_az: 'Yarımçıq', author: 'İlqar' });
  await page.locator(`[data-post-id="${half}"]`).waitFor();
  const boxes = page.getByRole('checkbox', { name: /yazısını seç$/ });
  await boxes.first().focus();
  await page.keyboard.press('Space');
  // By keyboard, Shift and space choose all between.
  for (let step = 0; step < 2; step += 1) {
    await page.evaluate(() => {
      const all = [...document.querySelectorAll('.tick input')];
      all[all.indexOf(document.activeElement) + 1].focus();
    });
  }
  await page.keyboard.press('Shift+Space');
  await page.getByText('3 yazı seçilib').waitFor();
  await clean(page, 'selection, desktop', '.list');
  await shoot('finding-selection-1440');
  await page.getByRole('button', { name: 'Dərc et', exact: true }).last().press('Enter');
  await page.getByText('2 yazı dərc edildi.').waitFor();
  await page
    .locator('.selection__failed')
    .getByText(/Yarımçıq/)
    .waitFor();
  await page.getByText('1 yazı seçilib').waitFor();
  assert.ok(alerts.some((text) => text.startsWith('3 yazı mətni olan')));
  await shoot('finding-outcome-1440');
  assert.equal((await (await fetch(`${started.cms.url}/api/blog/posts/`)).json()).length, 2);
  await page.getByRole('button', { name: 'Seçimi ləğv et' }).click();
});

test('by mouse with Shift into the trash, and back', async () => {
  const boxes = page.getByRole('checkbox', { name: /yazısını seç$/ });
  await boxes.nth(1).click();
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await page.getByText('3 yazı seçilib').waitFor();
  await page.getByRole('button', { name: 'Zibil qutusuna at' }).click();
  await page.getByText('3 yazı zibil qutusuna atıldı.').waitFor();
  await count(6);
  await page.getByRole('button', { name: 'Geri qaytar', exact: true }).last().click();
  await page.getByText('3 yazı bərpa edildi.').waitFor();
  await count(9);
});

test('another category for two at once is on the site at once', async () => {
  const boxes = page.getByRole('checkbox', { name: /yazısını seç$/ });
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  await page.getByRole('combobox', { name: 'Kateqoriyanı dəyiş' }).selectOption('consulting');
  await page.getByText('2 yazının kateqoriyası dəyişdirildi.').waitFor();
  const answer = await api('blog/posts/?state=all&category=consulting');
  assert.equal(answer.headers.get('x-total-count'), '2');
});

test('at 390 px: nothing is wider than the phone, in three languages', async () => {
  const small = await openAdmin(started, phone);
  for (const language of ['az', 'en', 'ru']) {
    await small.page.evaluate((code) => localStorage.setItem('i18nextLng', code), language);
    await small.page.goto(`${started.cms.url}/admin?q=vergi&missing=en`);
    await until(async () => (await small.page.locator('.card').count()) === 2, 'two posts');
    await small.page.locator('.tick input').first().check();
    await small.page.locator('.selection__bar').waitFor();
    assert.ok(await small.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), language);
    // The bar stays at the window's edge: what happens to lie half under it is not what is looked at.
    await small.page
      .locator('.tick')
      .last()
      .evaluate((tick) => tick.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await clean(small.page, `finding, phone, ${language}`, '.list');
    if (SHOTS) await small.page.locator('.list').screenshot({ path: `${SHOTS}/finding-390-${language}.png` });
    await page.evaluate((code) => localStorage.setItem('i18nextLng', code), language);
    await page.goto(`${started.cms.url}/admin?missing=en`);
    await page.locator('.tick input').first().check();
    await shoot(`finding-1440-${language}`);
  }
  await small.context.close();
});
