import { posix } from 'node:path';
import { type Module, reachableFrom } from '../print/folder-graph.ts';

const RELATIVE_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/** The file, and the files that it imports by a relative path, also for their types. */
export const moduleOf = (path: string, source: string): Module => ({
  path,
  imports: [...source.matchAll(RELATIVE_IMPORT)].map(([, specifier = '']) =>
    posix.join(posix.dirname(path), specifier),
  ),
});

/**
 * Groups of folders that reach each other, in byte order. A folder and its parent are two folders: dependency-cruiser counts
 * the files of a folder as files of its parent too, so it cannot see a circle between them.
 */
export function folderCircles(modules: readonly Module[]): readonly (readonly string[])[] {
  const targets = new Map<string, Set<string>>();
  for (const { path, imports } of modules) {
    // An index.ts hands on what lies below it, and is imported from outside only.
    if (posix.basename(path) === 'index.ts') continue;
    const from = posix.dirname(path);
    const known = targets.get(from) ?? new Set<string>();
    targets.set(from, known);
    for (const to of imports.map((file) => posix.dirname(file))) if (to !== from) known.add(to);
  }
  const reached = new Map([...targets.keys()].map((folder) => [folder, reachableFrom(folder, targets)]));
  const meet = (a: string, b: string): boolean => reached.get(a)?.has(b) === true && reached.get(b)?.has(a) === true;
  const circular = [...targets.keys()].filter((folder) => meet(folder, folder)).toSorted();
  const firsts = circular.filter((folder) => circular.find((other) => meet(folder, other)) === folder);
  return firsts.map((first) => circular.filter((folder) => meet(first, folder)));
}
