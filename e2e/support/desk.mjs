// The admin's form with a fresh text, for tests of the editor.
import assert from 'node:assert/strict';
import { editor, openAdmin, paste } from './admin.mjs';
import { until } from './waiting.mjs';

/** Opens the form; `html()` is what would be saved of a language's text. */
export async function openDesk(browser, cms, options) {
  const { context, page, messages, alerts } = await openAdmin({ browser, cms }, options);
  const html = (lang = 'az') => page.inputValue(`input[name=content_${lang}]`);
  /** The text without the numbers of its pictures, which other tests count as well. */
  const shape = async (lang) => (await html(lang)).replace(/<img [^>]*>/g, '<img>');
  return {
    context,
    page,
    messages,
    alerts,
    html,
    shape,
    reaches: (expected, lang) =>
      until(async () => (await shape(lang)) === expected, expected).catch(async () => assert.equal(await shape(lang), expected)),
    /** Writes one word, a small picture behind it, and so on; words and pictures alternate as they are listed. */
    async write(...parts) {
      await editor(page, 'az').click();
      let pictures = 0;
      for (const part of parts) {
        if (part === 'picture') {
          await paste(page, 'az', {}, [{}]);
          await page.locator('#content_az img').nth(pictures++).waitFor();
        } else {
          await page.keyboard.type(part);
        }
      }
      await until(async () => !(await html()).includes('upload:'), 'the pictures to be stored');
    },
    /** Fills what a save requires. */
    async fill(name) {
      await page.fill('[name=author]', 'Redaktor');
      for (const lang of ['az', 'en', 'ru']) await page.fill(`#title_${lang}`, `${name} ${lang}`);
    },
  };
}
