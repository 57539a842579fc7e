/** What is not part of the first view, as one piece. */
export { ApprovalDialog, ReturnDialog } from './approval-dialog';
export { HistoryDrawer } from './history-drawer';
export { PlansDialog } from './plans-dialog';
export { PublishDialog } from './publish-dialog';
export { RedirectDialog } from './redirect-dialog';
export { ShareDialog } from './share-dialog';
export { SourceWords } from './source-words';
export { TakeOffDialog } from './take-off-dialog';
