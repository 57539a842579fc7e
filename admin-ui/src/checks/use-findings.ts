import { useEffect, useMemo, useState } from 'react';
import { LANGUAGES, TEXT_KINDS, type Texts } from '../api/types';
import { useWorkspace } from '../saving/workspace-context';
import type { Workspace } from '../saving/workspace';
import { findingsOf, foreignAddresses, ownPaths, picturePaths, readTexts } from './checks';
import type { Finding } from './finding';
import { type ForeignLinks, useForeignLinks } from './foreign';
import { useGoingPaths } from './going';
import { useGonePaths } from './gone';
import { useGonePictures } from './gone-pictures';

/** Texts are read when nothing was typed for so long (ms): no key waits for it. */
const PAUSE = 500;

/** What is to be said of the form's texts, as of the last pause in typing, and the links to other sites that they have. */
export function useFindings(): { findings: readonly Finding[]; foreign: ForeignLinks } {
  const texts = useSettledTexts();
  const read = useMemo(() => readTexts(texts), [texts]);
  const paths = useMemo(() => ownPaths(read, location.origin), [read]);
  const pictures = useMemo(() => picturePaths(read), [read]);
  const nowhere = useGonePaths(paths);
  const deleted = useGonePictures(pictures);
  const gone = useMemo(() => new Set([...nowhere, ...deleted]), [nowhere, deleted]);
  const going = useGoingPaths(paths);
  const addresses = useMemo(() => foreignAddresses(read, location.origin), [read]);
  const foreign = useForeignLinks(addresses);
  const { answers } = foreign;
  const findings = useMemo(() => findingsOf(read, gone, location.origin, going, answers), [read, gone, going, answers]);
  return { findings, foreign };
}

/** Another post's texts count at once. */
function useSettledTexts(): Texts {
  const workspace = useWorkspace();
  const [texts, setTexts] = useState(() => textsOf(workspace));
  useEffect(() => {
    let { sitting } = workspace.state.form;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => setTexts((known) => sameOr(known, textsOf(workspace)));
    const unsubscribe = workspace.subscribe(() => {
      const moved = workspace.state.form.sitting !== sitting;
      ({ sitting } = workspace.state.form);
      clearTimeout(timer);
      if (moved) look();
      else timer = setTimeout(look, PAUSE);
    });
    look();
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [workspace]);
  return texts;
}

const FIELDS = LANGUAGES.flatMap((language) => TEXT_KINDS.map((kind) => `${kind}_${language}` as const));

function textsOf({ state }: Workspace): Texts {
  return Object.fromEntries(FIELDS.map((field) => [field, state.form.fields[field]])) as Texts;
}

function sameOr(known: Texts, next: Texts): Texts {
  return FIELDS.every((field) => known[field] === next[field]) ? known : next;
}
