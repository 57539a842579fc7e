// In the head of every page that only leads on: first to the visitor's language, because the page it leads to will see them come
// from here and leave them alone.
import './language';

// What the visitor brought along would be lost by the refresh, which does the rest, also without scripts. An address of another
// site stays as someone wrote it.
const to = document.querySelector<HTMLMetaElement>('meta[http-equiv=refresh]')?.content.replace(/^0; url=/, '');
const brought = location.search + location.hash;
if (to?.startsWith('/') && brought && !document.documentElement.hidden) location.replace(to + brought);
