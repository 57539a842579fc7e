import { getSiteStatus, openSiteEvents } from '../api/site';
import type { SiteStatus } from '../api/types';
import { deliveryOf, underWay } from './delivery';
import { newer } from './stage';

export interface Progress {
  status: SiteStatus | null;
  target: number | null;
  /** False when neither events nor polling reach the server. */
  reachable: boolean;
}

/** Polling while events do not arrive: quick while a save is on its way, slow otherwise. */
const QUICK = 1_500;
const SLOW = 20_000;

let state: Progress = { status: null, target: null, reachable: true };
const listeners = new Set<() => void>();
let stopEvents: (() => void) | null = null;
let eventsOpen = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function update(change: Partial<Progress>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

/** Who is there now, as a count: what others have saved is not theirs to wait for. */
let watch = 0;

/** How many statuses have come, by events and answers. */
let received = 0;

function receive(status: SiteStatus): void {
  received += 1;
  update({ status: newer(state.status, status), reachable: true });
}

/** Asks for the status; an event that came meanwhile may have overtaken the answer, and is of the same run of the server, whose count it has. */
async function ask(): Promise<{ status: SiteStatus; overtaken: boolean }> {
  const before = received;
  const status = await getSiteStatus();
  return { status, overtaken: received !== before && status.sequence < (state.status?.sequence ?? 0) };
}

async function poll(): Promise<void> {
  try {
    const { status, overtaken } = await ask();
    if (!overtaken) receive(status);
  } catch {
    update({ reachable: false });
  }
  schedule();
}

function schedule(): void {
  clearTimeout(timer);
  if (listeners.size === 0 || eventsOpen) return;
  const { status, target } = state;
  const waiting = target !== null && !status?.held && ((status?.published_revision ?? 0) < target || underWay(deliveryOf(status)));
  timer = setTimeout(() => void poll(), waiting ? QUICK : SLOW);
}

function start(): void {
  stopEvents = openSiteEvents(receive, (open) => {
    eventsOpen = open;
    schedule();
  });
  void poll();
}

function stop(): void {
  stopEvents?.();
  stopEvents = null;
  eventsOpen = false;
  clearTimeout(timer);
}

/** Server events with polling as the fallback, while somebody looks. */
export const generations = {
  get: () => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (listeners.size === 1) start();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stop();
    };
  },
  /** After a save: its revision is the one to wait for, while somebody looks. */
  async follow(): Promise<void> {
    if (listeners.size === 0) return;
    const mine = watch;
    try {
      const { status, overtaken } = await ask();
      if (watch === mine) update({ target: status.revision });
      if (!overtaken) receive(status);
    } catch {
      update({ reachable: false });
    }
    schedule();
  },
  /** Somebody else is there, or nobody: nothing was saved here by them. */
  forget(): void {
    watch += 1;
    update({ target: null });
  },
};
