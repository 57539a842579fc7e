const STORED = /^\/api\/blog\/images\/\d+\/$/;

/** Where a stored picture's present file is asked for: what a browser keeps of its plain address may be an earlier one. */
export function presentSource(src: string): string {
  return STORED.test(src) ? `${src}?now` : src;
}
