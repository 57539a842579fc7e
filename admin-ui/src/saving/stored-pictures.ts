import { LANGUAGES } from '../api/types';
import type { PostFields } from '../form/fields';
import type { FormState } from '../form/state';
import { keepStored } from '../pictures/keep-stored';
import { uploads } from '../pictures/uploads';
import { sourcesOf, uploadAddress, uploadIds, withSources } from '../rich-text/address';
import type { Page } from './page';

const CONTENTS = LANGUAGES.map((language) => `content_${language}` as const);

/**
 * The form as it may leave for the server: every picture of its texts is there. Most saves begin after that; this waits
 * for pictures that were inserted while another save, or a comparison, was open. Fails when one does not arrive.
 */
export async function withStoredPictures(page: Page, form: FormState, signal: AbortSignal): Promise<FormState> {
  const addresses = new Map<string, string>();
  const ids = new Set(CONTENTS.flatMap((name) => uploadIds(form.fields[name])));
  await Promise.all([...ids].map(async (id) => addresses.set(uploadAddress(id), await uploads.arrival(id, signal))));
  for (const [from, to] of await keepStored(unsavedSources(form), signal)) addresses.set(from, to);
  if (addresses.size === 0) return form;
  const sent = { ...form, fields: withAddresses(form.fields, addresses) };
  await adopt(page, form.sitting, addresses);
  return sent;
}

/** Pictures that the saved post does not have: the server would collect them one day. */
function unsavedSources({ fields, base }: FormState): ReadonlySet<string> {
  const saved = new Set(CONTENTS.flatMap((name) => sourcesOf(base?.fields[name] ?? '')));
  return new Set(CONTENTS.flatMap((name) => sourcesOf(fields[name])).filter((src) => !saved.has(src)));
}

function withAddresses(fields: PostFields, addresses: ReadonlyMap<string, string>): PostFields {
  const texts = CONTENTS.map((name) => [name, withSources(fields[name], addresses)]);
  return { ...fields, ...(Object.fromEntries(texts) as Partial<PostFields>) };
}

/** The form, or the entry of one that was left, names the pictures as they were sent; else they would count as a change. */
async function adopt({ state: { form }, journal, dispatch }: Page, sitting: string, addresses: ReadonlyMap<string, string>): Promise<void> {
  if (form.sitting !== sitting) return journal.amend(sitting, (entry) => ({ ...entry, fields: withAddresses(entry.fields, addresses) }));
  const texts = withAddresses(form.fields, addresses);
  const changed = CONTENTS.filter((name) => texts[name] !== form.fields[name]);
  if (changed.length > 0) dispatch({ type: 'texts', texts: Object.fromEntries(changed.map((name) => [name, texts[name]])) });
}
