import { rememberedLayout, showLayout } from '../plain/layout-memory';

// Before the list is painted: the remembered layout, and that a search will take the list's place.
showLayout(rememberedLayout());
const { dataset } = document.documentElement;
if (new URLSearchParams(location.search).get('q')?.trim()) dataset.blogSearch = '';
// What would search has not even begun to come: the list is better than nothing.
addEventListener('load', () => {
  if (!document.querySelector('[data-island=BlogSearch]:is([data-loading], [data-hydrated], [data-failed])')) delete dataset.blogSearch;
});

// A list that was shown in place is a state of the page that was loaded before this one: as long as the island that knows how
// to go back there is not alive, the page is loaded.
const address = () => location.pathname + location.search;
const loaded = address();
addEventListener('popstate', () => {
  if (address() !== loaded && !document.querySelector('[data-island=BlogFilters][data-hydrated]')) location.reload();
});
