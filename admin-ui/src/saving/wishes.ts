import type { Workspace } from './workspace';

type Wish = (workspace: Workspace) => void;

/**
 * What is asked of the workspace: done at once when it is here, and when it comes otherwise. Whoever asks may have been drawn
 * before it came and be pressed after it.
 */
export class Wishes {
  private workspace: Workspace | null = null;
  private waiting: Wish[] = [];

  /** `send` is called for a workspace that is not here: its code may not have arrived at the first attempt. */
  constructor(private readonly send: () => void) {}

  readonly ask = (wish: Wish): void => {
    if (this.workspace) return wish(this.workspace);
    this.waiting.push(wish);
    this.send();
  };

  readonly fulfil = (workspace: Workspace): void => {
    this.workspace = workspace;
    const { waiting } = this;
    this.waiting = [];
    for (const wish of waiting) wish(workspace);
  };
}
