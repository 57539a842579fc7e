/**
 * The switcher: query and hash stay, whether or not the header's island is alive; the loader stores the choice. The link of the
 * head names the page in that language, which may be another one than when the header was written (a list that was changed in place).
 */
export function keepLanguage(): void {
  for (const type of ['click', 'auxclick', 'contextmenu']) {
    addEventListener(
      type,
      ({ target }) => {
        const link = (target as Element).closest?.<HTMLAnchorElement>('a[data-lang-choice]');
        if (!link) return;
        // Canonical addresses name the public host; here only the path counts.
        const page = document.querySelector<HTMLLinkElement>(`link[rel=alternate][hreflang=${link.dataset.langChoice}]`);
        link.href = (page ? new URL(page.href) : link).pathname + location.search + location.hash;
      },
      true,
    );
  }
}
