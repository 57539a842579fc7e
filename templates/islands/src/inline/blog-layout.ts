import { rememberedLayout, showLayout } from '../shared/layout';

showLayout(rememberedLayout());
