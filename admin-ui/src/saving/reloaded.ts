import type { State } from './state';

const KEY = 'draftInForm';

/** The page goes: what was written in this tab's form, and is a draft on the server, can be gone on with after a reload. */
export function rememberDraft({ form, draft }: State): void {
  try {
    if (draft && form.base) sessionStorage.setItem(KEY, String(form.base.id));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing: the list has the draft all the same.
  }
}

/** The post whose draft was in the form of this tab before it was reloaded; told once. */
export function rememberedDraft(): number | null {
  try {
    const id = Number(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  } catch {
    return null;
  }
}
