import { useState } from 'react';
import { LANGUAGES, type Language } from '../api/types';
import type { FieldName } from '../form/fields';
import { useMediaQuery } from '../ui/use-media-query';
import { blockPlace } from './block-place';

/** From this width all panes fit beside each other: three from 70rem on. */
const WIDE = `(min-width: ${Math.ceil((LANGUAGES.length * 70) / 3)}rem)`;
const LAYOUT_KEY = 'adminPanes';

/** Which language is in front, and whether all stand side by side. */
export function useDesk() {
  const wide = useMediaQuery(WIDE);
  const [language, setLanguage] = useState<Language>('az');
  const [wantsPanes, setWantsPanes] = useState(() => localStorage.getItem(LAYOUT_KEY) !== 'tabs');

  return {
    language,
    setLanguage,
    wide,
    panes: wide && wantsPanes,
    choosePanes(panes: boolean) {
      setWantsPanes(panes);
      localStorage.setItem(LAYOUT_KEY, panes ? 'panes' : 'tabs');
    },
    /** Brings a field, or a block of it, into view and puts the caret there, whatever tab it is on. */
    reveal(name: FieldName, block?: number) {
      const target = LANGUAGES.find((candidate) => name.endsWith(`_${candidate}`));
      if (target) setLanguage(target);
      setTimeout(() => {
        const field = document.getElementById(name);
        field?.focus();
        const place = block === undefined ? null : field && blockPlace(field, block);
        if (place) showBlock(place);
      });
    },
  };
}

/** The caret at the beginning of a block, which is marked for a moment. */
function showBlock(block: Element) {
  window.getSelection()?.collapse(block, 0);
  block.scrollIntoView({ block: 'center' });
  const mark = getComputedStyle(block).getPropertyValue('--mark');
  block.animate([{ backgroundColor: mark }, {}], { duration: 1500, easing: 'ease-in' });
}

export type Desk = ReturnType<typeof useDesk>;
