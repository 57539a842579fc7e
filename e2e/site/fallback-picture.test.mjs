// The fallback address of a picture, which posts of an earlier site have, in the API's answers.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startCms } from '../support/cms.mjs';

const IMAGE = 'https://pictures.example/a.jpg';
const post = {
  id: 7,
  category: 'hr',
  featured: false,
  trending: false,
  author: 'Əli',
  date: '2025-03-05T08:00:00Z',
  image_id: null,
  image: IMAGE,
  title_az: 'Yazı',
  title_en: 'Post',
  title_ru: 'Запись',
  content_az: '<p>Mətn</p>',
  content_en: '<p>Text</p>',
  content_ru: '<p>Текст</p>',
};

let folder;
let cms;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cms-posts-'));
  const seed = path.join(folder, 'posts.json');
  writeFileSync(seed, JSON.stringify([post]));
  cms = await startCms({ seed });
});
after(async () => {
  await cms?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('150: a post without a stored picture answers its fallback address, in the list and by itself', async () => {
  const read = async (address) => (await fetch(`${cms.url}${address}`)).json();
  const pictured = ({ id, image_id, image }) => [id, image_id, image];
  assert.deepEqual(pictured(await read('/api/blog/posts/7/')), [7, null, IMAGE]);
  for (const list of ['/api/blog/posts/', '/api/blog/posts/?fields=summary'])
    assert.deepEqual((await read(list)).map(pictured), [[7, null, IMAGE]]);
});
