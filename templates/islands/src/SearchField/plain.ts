import { icon } from '../plain/icon';
import { one, ownText } from '../plain/props';
import type { SearchFieldProps } from './props';

/** Letters of a question: servers refuse addresses that are very long, with a page of their own. */
const LONGEST = 200;

/** Opens the field in the place of its button, at once where the address asks already, and says what it asks. Its answers are those of `/blog/?q=…`. */
export function start(element: HTMLElement, { action }: SearchFieldProps): void {
  const button = one<HTMLButtonElement>(element, 'button');
  const form = document.createElement('form');
  form.className = 'search-field';
  form.setAttribute('role', 'search');
  form.action = action;
  form.innerHTML = `<input type="search" name="q" autocomplete="off" maxlength="${LONGEST}" required><button>${icon('search')}</button>`;
  const label = ownText(button);
  const input = one<HTMLInputElement>(form, 'input');
  for (const named of form.elements) named.setAttribute('aria-label', label);
  input.placeholder = label;
  // Spaces alone are no question.
  form.addEventListener('submit', (event) => {
    input.value = input.value.trim();
    if (!input.value) event.preventDefault();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    form.replaceWith(button);
    button.focus();
  });
  button.addEventListener('click', () => {
    button.replaceWith(form);
    input.focus();
  });
  let asked = '';
  const follow = () => {
    const asks = new URLSearchParams(location.search).get('q')?.trim() ?? '';
    if (asks === asked) return; // a list that came in place while somebody types
    asked = input.value = asks;
    if (asked) button.replaceWith(form);
    document.documentElement.toggleAttribute('data-blog-search', !!asked); // also where BlogSearch did not come
  };
  for (const type of ['moved', 'popstate']) addEventListener(type, follow); // the first of shared/address.ts
  follow();
}
