/** The whole page anew. Apart from what asks for it, so that tests can see it. */
export const loadAgain = (): void => window.location.reload();
