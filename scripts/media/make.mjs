// Makes every picture of content/media and content/posts/images again: node scripts/media/make.mjs [part of a name …]
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { openPress, print, save, sheet } from './kit/raster.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const wanted = process.argv.slice(2);
const pick = (name) => wanted.length === 0 || wanted.some((part) => name.includes(part));

const modules = ['hero', 'services', 'sectors', 'posts', 'certificates', 'brand', 'partners', 'video'];
const press = await openPress();
try {
  for (const module of modules) {
    const { default: works, make } = await import(`./art/${module}.mjs`).catch((error) => {
      if (error.code === 'ERR_MODULE_NOT_FOUND') return {};
      throw error;
    });
    for (const work of works ?? []) {
      if (!pick(work.name)) continue;
      const { ground, body } = work.draw();
      const bytes = await print(press, sheet(work.width, work.height, ground, body), work);
      console.log(work.name, Math.round((await save(join(root, work.name), bytes)) / 1024), 'KB');
    }
    if (make) await make({ press, root, pick });
  }
} finally {
  await press.close();
}
