import type { Base } from '../form/state';
import type { JournalWriter } from '../journal/writer';
import type { PostCache } from './post-cache';
import type { Action, State } from './state';

/** What a save needs of the page: its state as it is at that moment, the list, and the journal. */
export interface Page {
  readonly state: State;
  readonly dispatch: (action: Action) => void;
  readonly posts: PostCache;
  readonly journal: JournalWriter;
  /** Takes what somebody else did into a form, open or left, where it does not overlap. */
  readonly adopt: (sitting: string, theirs: Base) => Promise<void>;
}
