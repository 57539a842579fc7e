// Pictures of a post that are smaller than the place they stand in: as large as they are, never blown up.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { desktop, phone } from '../support/browser.mjs';
import { createPosts } from '../support/posts.mjs';
import { startSite } from '../support/visitor.mjs';

const sizes = { small: [300, 200], tall: [400, 1400], wide: [1600, 500] };
let site;
let posts;

/** A real picture with something to see in it, drawn by the browser. */
const draw = (page, [width, height]) =>
  page.evaluate(
    ([w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const context = canvas.getContext('2d');
      for (let y = 0; y < h; y += 20)
        for (let x = 0; x < w; x += 20) {
          context.fillStyle = (x + y) % 40 ? '#1F4A5A' : '#F7F2E8';
          context.fillRect(x, y, 20, 20);
        }
      return canvas.toDataURL('image/png');
    },
    [width, height],
  );

before(async () => {
  site = await startSite({ seed: false });
  const { page } = await site.open('/en/about/');
  const drawn = Object.fromEntries(await Promise.all(Object.entries(sizes).map(async ([name, size]) => [name, await draw(page, size)])));
  const text = Object.entries(drawn)
    .map(([name, data]) => `<p>Before.</p><p><img src="${data}" alt="${name}"></p>`)
    .join('');
  const cover = (name) => new File([Buffer.from(drawn[name].split(',')[1], 'base64')], 'a.png', { type: 'image/png' });
  posts = await createPosts(site.cms, 2, (number) => ({ content_en: text, image: cover(number === 1 ? 'small' : 'wide') }));
  await page.context().close();
});
after(() => site?.stop());

/** What is drawn of a picture, in CSS pixels: `contain` leaves room in its box. */
const drawnSize = (image) =>
  image.evaluate(async (element) => {
    element.loading = 'eager';
    await element.decode();
    const { width, height } = element.getBoundingClientRect();
    const [w, h] = ['width', 'height'].map((name) => Number(element.getAttribute(name)));
    const fit = getComputedStyle(element).objectFit === 'contain' ? Math.min(width / w, height / h) : Math.max(width / w, height / h);
    return [Math.round(w * fit), Math.round(h * fit)];
  });

for (const [name, options] of [
  ['1440 px', desktop],
  ['390 px', phone],
])
  test(`at ${name}`, async () => {
    const { page, context } = await site.open(`/en/blog/${posts[0].id}/`, options);
    const column = await page.locator('.prose').evaluate((element) => element.clientWidth);
    const inText = async (alt) => drawnSize(page.locator(`.prose img[alt="${alt}"]`));
    assert.deepEqual(await inText('small'), [300, 200]);
    assert.deepEqual(await inText('wide'), [Math.min(1600, column), Math.round((500 * Math.min(1600, column)) / 1600)]);
    const [width, height] = await inText('tall');
    assert.ok(height <= 640 && Math.abs(width / height - 400 / 1400) < 0.01, `${width} x ${height}`);
    const [own] = await drawnSize(page.locator('.post__figure img'));
    assert.ok(own <= 300, `the post's own picture is ${own} px wide`);
    await page.goto(`${site.url}/en/blog/${posts[1].id}/`);
    const figure = page.locator('.post__figure');
    const widthOf = (locator) => locator.evaluate((element) => element.getBoundingClientRect().width);
    assert.equal(await widthOf(figure.locator('img')), await widthOf(figure));
    await context.close();
  });
