/** `docs/editing*.md`, made a module by `guide-plugin.ts`. */
declare module '*.md' {
  const chapters: readonly import('../../guide-plugin').Chapter[];
  export default chapters;
}
