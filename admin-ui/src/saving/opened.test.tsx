import { beforeEach, expect, it } from 'vitest';
import { edit, open, signedInWithNothingKept } from '../test/posts-page';
import { aPost } from '../test/server';

beforeEach(signedInWithNothingKept);

it('a text that the editor spells its own way is not called unsaved, not even for a moment', async () => {
  await open([aPost({ id: 1, content_az: '<p>Mətn <strong>qalın</strong></p>\n<p></p>', content_en: '<p>Text</p>\n', content_ru: '<div>Текст</div>' })]);
  const said: string[] = [];
  const watcher = new MutationObserver(() => {
    const text = document.querySelector('.post-form__footer')?.textContent ?? '';
    if (/not saved/i.test(text)) said.push(text);
  });
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  await edit(1);
  watcher.disconnect();
  expect(said).toEqual([]);
});
