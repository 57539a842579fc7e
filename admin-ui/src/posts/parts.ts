import { later } from '../life/later';

/** Dialogs of the page that are not part of the first view. */
export const ConflictDialog = later(async () => (await import('./conflict-dialog')).ConflictDialog);
export const LinkedDialog = later(async () => (await import('./linked-dialog')).LinkedDialog);
export const PreviewDialog = later(async () => (await import('./preview-dialog')).PreviewDialog);
