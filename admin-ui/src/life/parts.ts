import { later } from '../ui/later';

const dialogs = () => import('./dialogs');

export const ApprovalDialog = later(async () => (await dialogs()).ApprovalDialog);
export const HistoryDrawer = later(async () => (await dialogs()).HistoryDrawer);
export const PlansDialog = later(async () => (await dialogs()).PlansDialog);
export const PublishDialog = later(async () => (await dialogs()).PublishDialog);
export const RedirectDialog = later(async () => (await dialogs()).RedirectDialog);
export const ReturnDialog = later(async () => (await dialogs()).ReturnDialog);
export const ShareDialog = later(async () => (await dialogs()).ShareDialog);
export const SourceWords = later(async () => (await dialogs()).SourceWords);
export const TakeOffDialog = later(async () => (await dialogs()).TakeOffDialog);
