// People of the desk: an owner invites, whoever was invited chooses a password, an author writes what an editor publishes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, openMenu, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { desktop, openPage, phone } from '../support/browser.mjs';
import { until } from '../support/waiting.mjs';

const PASSWORD = 'sözlər və rəqəmlər';
let owner;
let invited;

const started = startWithBrowser(async () => {
  owner = (await openAdmin(started)).page;
});
const shown = (page, text) => page.getByText(text).first().waitFor();

test('an owner invites somebody by a link that is shown once', async () => {
  await owner.getByRole('link', { name: 'Əməkdaşlar' }).click();
  await owner.locator('.person').first().waitFor();
  await owner.fill('[name=username]', 'aygün');
  await owner.selectOption('[name=role]', 'author');
  await owner.locator('[name=role]').focus();
  await owner.keyboard.press('Tab');
  await owner.keyboard.press('Enter');
  invited = await owner.getByLabel('Dəvət keçidi').inputValue();
  assert.match(invited, /\/login#invitation=[\w-]{20,}$/);
  await clean(owner, 'people, desktop');
  await owner.reload();
  await owner.locator('.person').nth(1).waitFor();
  assert.equal(await owner.getByLabel('Dəvət keçidi').count(), 0);
});

test('whoever has the link chooses a password and is in; the link is used up', async () => {
  const guest = await openPage(started.browser);
  await guest.page.goto(invited);
  await shown(guest.page, 'aygün, sizi dəvət ediblər');
  await clean(guest.page, 'invitation');
  await guest.page.fill('[name=password]', PASSWORD);
  await guest.page.fill('[name=again]', PASSWORD);
  await guest.page.keyboard.press('Enter');
  await guest.page.waitForURL('**/admin');
  assert.ok(!guest.page.url().includes('invitation'));
  await guest.page.getByRole('link', { name: 'Hesabım' }).waitFor();
  assert.equal(await guest.page.getByRole('link', { name: 'Əməkdaşlar' }).count(), 0);
  const other = await openPage(started.browser);
  await other.page.goto(invited);
  await shown(other.page, 'Bu dəvət artıq işləmir');
  await Promise.all([guest, other].map(({ context }) => context.close()));
});

test('an author keeps a draft by the press that publishes with another role', async () => {
  const { page, context } = await openAdmin(started, {}, { username: 'aygün', password: PASSWORD });
  for (const lang of ['az', 'en', 'ru']) await page.fill(`[name=title_${lang}]`, `Müəllifin yazısı ${lang}`);
  await page.fill('[name=author]', 'Aygün');
  await shown(page, /^Qaralama saxlanıldı/);
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Dərc üçün göndər…' }).waitFor();
  await shown(page, /^Dərci redaktor edir/);
  const published = async () => (await (await fetch(`${started.cms.url}/api/blog/posts/`)).json()).length;
  assert.equal(await published(), 0);
  await owner.reload();
  await owner.getByRole('combobox', { name: 'aygün: səlahiyyət' }).selectOption('editor');
  await shown(owner, 'aygün: indi Redaktor.');
  await page.reload();
  await page.locator('.card__actions button').first().click();
  await page.locator('.post-form__publish [type=submit]').waitFor();
  await until(async () => (await page.inputValue('[name=title_az]')) === 'Müəllifin yazısı az', 'the draft in the form');
  await page.locator('[name=title_az]').press('Control+s');
  await until(async () => (await published()) === 1, 'the post to be live');
  await context.close();
});

test('one’s own account: at 390 px, clean, another sign-in is ended', async () => {
  const there = await openAdmin(started, {}, { username: 'aygün', password: PASSWORD });
  const here = await openAdmin(started, phone, { username: 'aygün', password: PASSWORD });
  await openMenu(here.page);
  await here.page.getByRole('link', { name: 'Hesabım' }).click();
  await here.page.locator('.person').nth(1).waitFor();
  await clean(here.page, 'account, phone');
  assert.ok(await here.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the phone');
  const ends = here.page.getByRole('button', { name: /: bitir$/ });
  await until(
    async () =>
      (await ends.count()) === 0 ||
      ends
        .first()
        .click({ timeout: 2000 })
        .then(
          () => false,
          () => false,
        ),
    'all others to be ended',
  );
  const answer = await there.page.evaluate(() =>
    fetch('/api/users/me/', { headers: { Authorization: `Bearer ${localStorage.getItem('accessToken')}` } }).then(({ status }) => status),
  );
  assert.equal(answer, 401);
  await Promise.all([there, here].map(({ context }) => context.close()));
});

test('an account that is shut is out at once; the last owner stays', async () => {
  const { page, context } = await openAdmin(started, desktop, { username: 'aygün', password: PASSWORD });
  await owner.getByRole('button', { name: 'aygün: girişi bağla' }).click();
  await shown(owner, 'aygün: giriş bağlandı.');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await fetch(`${started.cms.url}/api/users/me/`, { headers: { Authorization: `Bearer ${token}` } });
  assert.equal(answer.status, 401);
  await owner.getByRole('button', { name: 'admin: sil' }).click();
  await shown(owner, 'Son sahib dəyişdirilə və silinə bilməz');
  await context.close();
});
