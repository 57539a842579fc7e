// The site in a fourth language: a folder of its own and its code in site.toml, and nothing else.
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './cms.mjs';

/** English words and what stands for them; the rest of the folder stays as it is copied. */
const words = {
  'ui.toml': [
    ['name = "English"', 'name = "Deutsch"'],
    ['main = "Main navigation"', 'main = "Hauptnavigation"'],
    ['home = "Home"', 'home = "Startseite"'],
    ['about = "About us"', 'about = "Über uns"'],
    ['services = "Services"', 'services = "Leistungen"'],
    ['contact = "Contact"', 'contact = "Kontakt"'],
    ['skip = "Skip to content"', 'skip = "Zum Inhalt springen"'],
    ['english_only = "This document is available in English only."', 'english_only = "Dieses Dokument liegt nur auf Englisch vor."'],
  ],
  'firm.toml': [['tagline = "Audit, tax and advisory in Baku"', 'tagline = "Wirtschaftsprüfung und Steuerberatung in Baku"']],
};

/** The files by their names below `content/`: those of the folder `de/`, and site.toml with one line changed. */
export function german() {
  const own = path.join(root, 'content/en');
  const names = readdirSync(own, { recursive: true }).filter((name) => name.endsWith('.toml') && !name.endsWith('terms.toml'));
  const files = names.map((name) => {
    let text = readFileSync(path.join(own, name), 'utf8');
    for (const [from, to] of words[name] ?? []) {
      if (!text.includes(from)) throw new Error(`content/en/${name} has no ${from}`);
      text = text.replace(from, to);
    }
    return [`de/${name}`, text];
  });
  const site = readFileSync(path.join(root, 'content/site.toml'), 'utf8');
  const line = 'languages = ["az", "en", "ru"]';
  if (!site.includes(line)) throw new Error(`content/site.toml has no ${line}`);
  return { ...Object.fromEntries(files), 'site.toml': site.replace(line, 'languages = ["az", "en", "ru", "de"]') };
}

/** A copy of the content with these files, for a whole CMS. */
export function germanContent(folder) {
  cpSync(path.join(root, 'content'), folder, { recursive: true, preserveTimestamps: true });
  for (const [name, text] of Object.entries(german())) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}
