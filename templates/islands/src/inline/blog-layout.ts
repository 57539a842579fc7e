import { rememberedLayout, showLayout } from '../shared/layout-memory';

// Before the list is painted: the remembered layout, and that a search will take the list's place.
showLayout(rememberedLayout());
if (/[?&]q=[^&]/.test(location.search)) document.documentElement.dataset.blogSearch = '';
