// The desk in every state of a post's life: what is prepared behind it, and how each part is opened with the keyboard alone.
import { createPosts, changePost } from './posts.mjs';

/** A post with changes, stale translations and two plans; another that links to it; a draft; one in the trash. */
export async function prepareLife(cms) {
  const [, { id }] = await createPosts(cms, 2, (number) =>
    number === 1
      ? { title_az: 'Vergi təqvimi', content_az: '<p>Bax: <a href="/blog/2/">yeni dərəcələr</a></p>' }
      : {
          title_az: 'Yeni vergi dərəcələri',
          title_en: 'New tax rates',
          title_ru: 'Новые налоговые ставки',
          content_az: '<h2>Dərəcələr</h2><p>Dərəcə beş faizdir.</p><p>İkinci abzas.</p>',
        },
  );
  const headers = { authorization: `Bearer ${await cms.token()}` };
  const call = async (path, method, body) => {
    const json = body && !(body instanceof FormData);
    const answer = await fetch(`${cms.url}/api/blog/${path}`, {
      method,
      headers: { ...headers, ...(json && { 'content-type': 'application/json' }) },
      body: json ? JSON.stringify(body) : body,
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  };
  const fields = (values) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) form.set(name, value);
    return form;
  };
  await changePost(cms, id, {
    title_az: 'Yeni vergi dərəcələri',
    title_en: 'New tax rates',
    title_ru: 'Новые налоговые ставки',
    content_az: '<h2>Dərəcələr</h2><p>Dərəcə on faizdir.</p><p>İkinci abzas.</p>',
  });
  await call(`posts/${id}/draft/`, 'PUT', fields({ author: 'Aysel Quliyeva', content_ru: '<p>Ставка – десять процентов.</p>' }));
  await call(`posts/${id}/publish/`, 'POST', { languages: ['ru'], at: '2099-05-03T05:00:00Z' });
  await call(`posts/${id}/unpublish/`, 'POST', { languages: ['ru'], at: '2099-06-03T05:00:00Z' });
  await call('drafts/', 'POST', fields({ title_az: 'Hazırlanan yazı', author: 'Aysel', category: 'hr' }));
  const [gone] = await createPosts(cms, 1, () => ({ title_az: 'Köhnə elan' }));
  await call(`posts/${gone.id}/`, 'DELETE');
  return id;
}

/** Presses a key with the focus on something. */
async function press(page, selector, key = 'Enter') {
  await page.locator(selector).first().focus();
  await page.keyboard.press(key);
}

/** An item of the menu at the form's button, by its place: below zero from the end. */
const fromMenu = (place) => async (page) => {
  await press(page, '.menu__button');
  for (let step = 0; step < Math.abs(place); step++) await page.keyboard.press(place < 0 ? 'ArrowUp' : 'ArrowDown');
  await page.keyboard.press('Enter');
};

/** Dialogs of the open post: from where each is opened, how, and what shows that it is there. */
export const dialogs = [
  { name: 'publish', from: '.menu__button', open: fromMenu(0), ready: 'dialog [name=publish_az]' },
  { name: 'plans', from: '.menu__button', open: fromMenu(1), ready: 'dialog .plans__item' },
  { name: 'share', from: '.menu__button', open: fromMenu(2), ready: 'dialog .modal__actions' },
  { name: 'take-off', from: '.menu__button', open: fromMenu(-1), ready: 'dialog .linking li' },
  {
    name: 'history',
    from: '.post-form__header button',
    open: (page) => press(page, '.post-form__header button'),
    ready: 'dialog .versions, dialog [role=status]',
  },
  {
    name: 'delete',
    from: '[data-post-id="2"] .button--danger',
    open: (page) => press(page, '[data-post-id="2"] .button--danger'),
    ready: 'dialog .linking li',
  },
];
