import { linksTo, restorePost } from '../api/life';
import { isDirty } from '../form/compare';
import { ALERTS } from '../i18n/fixed';
import { generations } from '../site/generations';
import { keepFocus } from '../ui/keep-focus';
import { randomUuid } from '../ui/random-uuid';
import { deletePostOf } from './delete';
import { failureOf } from './failure';
import type { Page } from './page';
import { painted } from './painted';
import type { Notice } from './state';

/** Nobody waits long for what is only good to know. */
const LOOK = 2_000;

function soon<T>(question: Promise<T[]>): Promise<T[]> {
  return Promise.race([question.catch(() => []), new Promise<T[]>((resolve) => setTimeout(() => resolve([]), LOOK))]);
}

/** Does it when no other post is asked about: a question does not become another one under the hand that answers it. */
async function whenUnasked(page: Page, next: () => Promise<void> | void): Promise<void> {
  while (page.state.linked) {
    await new Promise<void>((resolve) => {
      const stop = page.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
  return next();
}

/** Asks, deletes, tells. Each post by itself: another one may be deleted or saved meanwhile. */
export async function askToDelete(page: Page, id: number): Promise<void> {
  if (page.state.deleting.includes(id) || page.state.linked) return;
  const links = await soon(linksTo(id));
  await whenUnasked(page, () => {
    if (links.length === 0) return deleteNow(page, id);
    page.dispatch({ type: 'linked', linked: { id, title: page.posts.titleOf(id), links } });
  });
}

/** An address that the server would not send the old one to is asked for again; nothing is deleted until then. */
export async function deleteNow(page: Page, id: number, redirect: string | null = null): Promise<void> {
  const { posts, dispatch } = page;
  const { linked } = page.state;
  dispatch({ type: 'linked', linked: null });
  if (page.state.deleting.includes(id) || !window.confirm(ALERTS.deleteConfirm)) return;
  const title = posts.titleOf(id);
  const wasLive = posts.cardOf(id)?.live !== false;
  dispatch({ type: 'deleting', id });
  const result = await deletePostOf(posts, id, redirect);
  lookClosely(page);
  if (result === 'gone') dispatch({ type: 'deleted', id, next: randomUuid() });
  else dispatch({ type: 'undeleted', id, changed: result === 'changed' });
  if (typeof result === 'object')
    return whenUnasked(page, () => dispatch({ type: 'linked', linked: linked && { ...linked, redirect, refused: result } }));
  await painted();
  keepFocus(document.getElementById('list-title'));
  window.alert(result === 'gone' ? ALERTS.deleted : ALERTS.deleteFailed);
  if (result === 'forbidden') dispatch({ type: 'notice', notice: { kind: 'undone', failure: result, trash: 'delete' } });
  if (result === 'gone') dispatch({ type: 'notice', notice: { kind: 'trashed', id, title: title || `№ ${id}`, wasLive, redirect } });
}

/** Whether the form holds something unsaved is known to the letter with every key, and now by what it says. */
function lookClosely({ state: { form }, dispatch }: Page): void {
  dispatch({ type: 'checked', form, dirty: isDirty(form) });
}

/** How the way out of the trash ended. */
export type Restoring = 'restored' | 'notThere' | 'forbidden' | 'failed';

/** Out of the trash again; what went wrong the page says itself. Pressed once more before the answer it asks for nothing: `null`. */
export async function bringBack(page: Page, id: number): Promise<Restoring | null> {
  const { dispatch, posts } = page;
  if (page.state.restoring.includes(id)) return null;
  dispatch({ type: 'restoring', id });
  const failure = await restorePost(id).then(
    () => null,
    (error: unknown) => failureOf(error),
  );
  dispatch({ type: 'restored', id });
  if (failure && failure !== 'gone') {
    dispatch({ type: 'notice', notice: { kind: 'undone', failure, trash: 'restore' } });
    return failure === 'forbidden' ? failure : 'failed';
  }
  if (failure) dispatch({ type: 'notice', notice: { kind: 'notInTrash' } });
  else if (isOver(page.state.notice, id)) dispatch({ type: 'notice', notice: null });
  void generations.follow();
  await posts.refresh();
  return failure ? 'notThere' : 'restored';
}

/** What was said of a post that is back; what is said of another one since stays. */
function isOver(notice: Notice | null, id: number): boolean {
  return notice?.kind === 'undone' || (notice?.kind === 'trashed' && notice.id === id);
}
