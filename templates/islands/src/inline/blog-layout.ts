import { rememberedLayout, showLayout } from '../plain/layout-memory';

// Before the list is painted: the remembered layout, and that a search will take the list's place.
showLayout(rememberedLayout());
if (new URLSearchParams(location.search).get('q')?.trim()) document.documentElement.dataset.blogSearch = '';

// A list that was shown in place is a state of the page that was loaded before this one: as long as the island that knows how
// to go back there is not alive, the page is loaded.
const address = () => location.pathname + location.search;
const loaded = address();
addEventListener('popstate', () => {
  if (address() !== loaded && !document.querySelector('[data-island=BlogFilters][data-hydrated]')) location.reload();
});
