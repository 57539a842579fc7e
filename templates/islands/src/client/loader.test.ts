import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Intersections, media } from '../../test/setup';

/** A chunk whose island does what chunks do, and notes it. */
const chunk = (code = '') =>
  `data:text/javascript,${encodeURIComponent(`
  export default async (island) => { ${code}; island.dataset.hydrated = ''; globalThis.mounted.push(island.id); };
  // ${Math.random()}`)}`;
const mounted: string[] = [];
const wait = () => new Promise((resolve) => setTimeout(resolve, 40));
const island = (id: string) => document.getElementById(id) as HTMLElement;

function place(id: string, hydrate: string, src = chunk(), inside = '') {
  document.body.insertAdjacentHTML('beforeend', `<div id="${id}" data-island="X" data-hydrate="${hydrate}">${inside}</div>`);
  island(id).dataset.src = src;
}

async function load() {
  vi.resetModules();
  await import('./loader');
  await wait();
}

describe('loader', () => {
  beforeEach(() => {
    mounted.length = 0;
    vi.stubGlobal('mounted', mounted);
  });

  it('starts what wants to start at once, and what may wait when the browser is idle', async () => {
    vi.stubGlobal('requestIdleCallback', (go: () => void) => setTimeout(go, 1));
    place('now', 'load');
    place('later', 'idle');
    place('seen', 'visible');
    await load();
    expect(mounted).toEqual(['now', 'later']);
    expect(island('now').dataset).toHaveProperty('hydrated');
    expect(island('now').dataset).not.toHaveProperty('loading');
  });

  it('starts an island when it comes into view', async () => {
    place('seen', 'visible');
    await load();
    expect(mounted).toEqual([]);
    Intersections.show();
    await wait();
    expect(mounted).toEqual(['seen']);
  });

  it('starts an island when its media query matches', async () => {
    media.add('(min-width: 1px)');
    place('wide', 'media(min-width: 1px)');
    place('print', 'media(print)');
    await load();
    expect(mounted).toEqual(['wide']);
  });

  it.each([
    ['the pointer', () => new PointerEvent('pointerover', { bubbles: true })],
    ['a key', () => new KeyboardEvent('keydown', { bubbles: true })],
    ['the focus', () => new FocusEvent('focusin', { bubbles: true })],
  ])('starts what waits for the visitor by %s inside, and nothing else', async (_, gesture) => {
    place('menu', 'interaction', chunk(), '<a href="#x">x</a>');
    place('other', 'interaction');
    await load();
    document.body.dispatchEvent(gesture());
    await wait();
    expect(mounted).toEqual([]);
    island('menu').querySelector('a')?.dispatchEvent(gesture());
    await wait();
    expect(mounted).toEqual(['menu']);
  });

  it('keeps the first click of a button that waits for the visitor', async () => {
    place(
      'tags',
      'interaction',
      chunk(`island.querySelector('button').onclick = () => globalThis.mounted.push('clicked')`),
      '<button>x</button>',
    );
    await load();
    island('tags').querySelector('button')?.click();
    await wait();
    expect(mounted).toEqual(['tags', 'clicked']);
  });

  it('starts an island by what wakes it', async () => {
    place('list', 'interaction');
    document.body.insertAdjacentHTML('beforeend', '<section data-wakes="X"><a href="#x">x</a></section>');
    await load();
    document.querySelector('section a')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    await wait();
    expect(mounted).toEqual(['list']);
  });

  it('starts an island when the address asks for it, now or later', async () => {
    place('search', 'query(q)');
    history.replaceState(null, '', '/?q=%20');
    await load();
    expect(mounted).toEqual([]);
    history.replaceState(null, '', '/?q=x');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await wait();
    expect(mounted).toEqual(['search']);
    document.body.replaceChildren();
    place('again', 'query(q)');
    await load();
    expect(mounted).toEqual(['search', 'again']);
  });

  it.each(['click', 'auxclick'])(
    'stores the language that is chosen by a %s while no island is alive, and nothing by other gestures or links',
    async (type) => {
      document.body.innerHTML = '<a data-lang-choice="ru" href="/ru/"><span>RU</span></a><a href="/ru/faq/">x</a>';
      document.addEventListener(type, (event) => event.preventDefault(), { once: true }); // jsdom cannot navigate
      await load();
      const [choice, other] = [...document.querySelectorAll('a')] as unknown as [HTMLElement, HTMLElement];
      other.dispatchEvent(new MouseEvent(type, { bubbles: true }));
      for (const gesture of ['contextmenu', 'pointerover'])
        choice.firstElementChild?.dispatchEvent(new MouseEvent(gesture, { bubbles: true }));
      expect(localStorage.getItem('i18nextLng')).toBeNull();
      choice.firstElementChild?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
      expect(localStorage.getItem('i18nextLng')).toBe('ru');
    },
  );

  it('is not kept from anything by a browser that refuses to store', async () => {
    const storage = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    document.body.innerHTML = '<a data-lang-choice="ru" href="#ru">RU</a>';
    place('menu', 'interaction', chunk());
    island('menu').append(document.querySelector('a') as Element);
    await load();
    island('menu').querySelector('a')?.click();
    await wait();
    expect(storage).toHaveBeenCalled();
    expect(mounted).toEqual(['menu']);
    storage.mockRestore();
  });

  it('starts by a click, keeps the click of a button and repeats it once', async () => {
    place(
      'faq',
      'visible',
      chunk(`island.querySelector('button').onclick = () => globalThis.mounted.push('clicked')`),
      '<form><button>x</button></form>',
    );
    const submitted = vi.fn();
    island('faq').addEventListener('submit', submitted);
    await load();
    island('faq').querySelector('button')?.click();
    island('faq').querySelector('button')?.click();
    expect(submitted).not.toHaveBeenCalled();
    await wait();
    expect(mounted).toEqual(['faq', 'clicked']);
  });

  it('lets links and summaries do what they do', async () => {
    place('nav', 'visible', chunk(), '<details><summary>x</summary><a href="#y">y</a></details>');
    await load();
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    island('nav').querySelector('a')?.dispatchEvent(click);
    expect(click.defaultPrevented).toBe(false);
    await wait();
    expect(mounted).toEqual(['nav']);
  });

  it('tells a late island of the focus that is in it', async () => {
    place('form', 'visible', chunk(`island.addEventListener('focusin', () => globalThis.mounted.push('focus'))`), '<input>');
    await load();
    island('form').querySelector('input')?.focus();
    await wait();
    expect(mounted).toEqual(['form', 'focus']);
  });

  it('takes the focus of a button for no click, and tells of it', async () => {
    place(
      'form',
      'visible',
      chunk(`const button = island.querySelector('button');
      button.onclick = () => globalThis.mounted.push('clicked'); island.addEventListener('focusin', () => globalThis.mounted.push('focus'))`),
      '<button>x</button>',
    );
    await load();
    island('form').querySelector('button')?.focus();
    await wait();
    expect(mounted).toEqual(['form', 'focus']);
  });

  it('keeps a click although the focus goes on, and lets nobody else have it before', async () => {
    place(
      'form',
      'visible',
      chunk(
        `island.querySelector('button').onclick = () => globalThis.mounted.push('clicked'); island.addEventListener('focusin', (event) => globalThis.mounted.push(event.target.localName))`,
      ),
      '<button>x</button><input>',
    );
    await load();
    const early = vi.fn();
    document.body.addEventListener('click', early, { once: true });
    island('form').querySelector('button')?.click();
    expect(early).not.toHaveBeenCalled();
    island('form').querySelector('input')?.focus();
    await wait();
    expect(mounted).toEqual(['form', 'input', 'clicked']);
    expect(early).toHaveBeenCalledOnce();
  });

  it('tells of no focus that has gone on', async () => {
    place('form', 'visible', chunk(`island.addEventListener('focusin', () => globalThis.mounted.push('focus'))`), '<input>');
    document.body.insertAdjacentHTML('beforeend', '<input id="other">');
    await load();
    island('form').querySelector('input')?.focus();
    document.getElementById('other')?.focus();
    await wait();
    expect(mounted).toEqual(['form']);
  });

  it('tries once more, then leaves the markup as it is', async () => {
    place('broken', 'load', 'data:text/javascript,throw 1', '<p>text</p>');
    place('good', 'load');
    await load();
    expect(island('broken').innerHTML).toBe('<p>text</p>');
    expect(island('broken').dataset).toHaveProperty('failed');
    expect(mounted).toEqual(['good']);
  });

  it('tries again when somebody types into its search field, and not for any other', async () => {
    vi.stubGlobal('tries', 0);
    place('faq', 'interaction', chunk(`if (++globalThis.tries < 2) throw 1`), '<input type="search"><textarea></textarea>');
    await load();
    const type = async (field: string) => {
      island('faq')
        .querySelector(field)
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'v', bubbles: true }));
      await wait();
    };
    await type('input');
    expect(island('faq').dataset).toHaveProperty('failed');
    await type('textarea');
    expect(mounted).toEqual([]);
    await type('input');
    expect(mounted).toEqual(['faq']);
  });

  it('tries again when a button of it is pressed, at an address that has not failed yet, and repeats the click', async () => {
    vi.stubGlobal('tries', 0);
    place(
      'form',
      'interaction',
      chunk(`if (++globalThis.tries < 5) throw 1; island.querySelector('button').onclick = () => globalThis.mounted.push('clicked')`),
      '<button>x</button><input>',
    );
    await load();
    const press = async () => {
      island('form').querySelector('button')?.click();
      await wait();
    };
    await press();
    expect(island('form').dataset).toHaveProperty('failed');
    island('form').querySelector('input')?.focus();
    island('form').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    await wait();
    expect([island('form').dataset.failed, mounted]).toEqual(['', []]);
    for (let n = 0; n < 4; n++) await press();
    expect(mounted).toEqual(['form', 'clicked']);
    expect(island('form').dataset).not.toHaveProperty('failed');
  });
});
