import { type ComponentProps, lazy } from 'react';
import type Checks from '../checks/checks-list';
import { later } from '../ui/later';

/** Dialogs of the page that are not part of the first view. */
export const ConflictDialog = later(async () => (await import('./conflict-dialog')).ConflictDialog);
export const LinkedDialog = later(async () => (await import('./linked-dialog')).LinkedDialog);
export const PicturePanel = later(async () => (await import('../media/picture-panel')).PicturePanel);
export const PreviewDialog = later(async () => (await import('./preview-dialog')).PreviewDialog);

/** Comes after the form, which loses nothing if it does not come. */
export const ChecksList = lazy<(props: ComponentProps<typeof Checks>) => React.ReactNode>(() =>
  import('../checks/checks-list').catch(() => ({ default: () => null })),
);
