import path from 'node:path';

/** What the bundler knows of a module and of those that it needs at once. */
interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** Files of the first views, each with the modules that begin it. What these need at once is in it, unless it is in one above. */
const FILES: readonly (readonly [name: string, ...begin: string[]])[] = [
  ['index', 'main.tsx'],
  ['admin', 'shell/admin.tsx', 'site/categories.ts', 'ui/keep-focus.ts', 'ui/not-here.tsx', 'ui/while-here.ts'],
  ['posts-page', 'posts/posts-page.tsx'],
  // Of the form and of something else besides, which brings no form along.
  [
    'common',
    'journal/store.ts',
    'journal/pictures.ts',
    'api/library.ts',
    'api/media.ts',
    'ui/file-picker.tsx',
    'ui/keyboard.ts',
    'ui/not-loaded.tsx',
    'ui/random-uuid.ts',
    'ui/use-online.ts',
  ],
  ['desk', 'posts/desk.tsx'],
];

function addNeeded(id: string, graph: Graph, found: Set<string>): void {
  if (found.has(id)) return;
  found.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) addNeeded(next, graph, found);
}

/**
 * Left alone, the bundler makes a file of every set of modules that the same screens share: 25 for the posts, most of less than a kilobyte, and on a slow
 * line each is a turn of one of six connections.
 */
export const files = FILES.map(([name, ...begin], at) => {
  const needed = new Set<string>();
  return {
    // The bundler asks for it, since it cannot print a function.
    debugName: name,
    priority: FILES.length - at,
    name: (id: string, graph: Graph) => {
      if (needed.size === 0) for (const one of begin) addNeeded(path.resolve(import.meta.dirname, 'src', one), graph, needed);
      return needed.has(id) ? name : null;
    },
  };
});
