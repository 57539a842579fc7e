/** Calls `then` once, when the element has come within `margin` of the viewport. */
export function whenSeen(element: Element, margin: string, then: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      then();
    },
    { rootMargin: margin },
  );
  observer.observe(element);
}
