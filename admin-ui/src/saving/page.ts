import type { Base } from '../form/state';
import type { JournalWriter } from '../journal/writer';
import type { PostCache } from './post-cache';
import type { Action, State } from './state';

/** What a save needs of the page: its state as it is at that moment, the list, and the journal. */
export interface Page {
  readonly state: State;
  readonly dispatch: (action: Action) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly posts: PostCache;
  readonly journal: JournalWriter;
  /** Resolves at the end of the save that is on its way for this sitting; nothing when there is none. */
  readonly saveOf: (sitting: string) => Promise<void> | undefined;
  /** Takes what somebody else did into a form, open or left, where it does not overlap. */
  readonly adopt: (sitting: string, theirs: Base) => Promise<void>;
}
