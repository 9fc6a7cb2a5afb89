/** A file and the files it imports. Paths are those of the repository. */
export type Module = Readonly<{ path: string; imports: readonly string[] }>;

type Arrow = Readonly<{ from: string; to: string }>;

/** The folders of a workspace, the arrows between them, and the folders that reach themselves; all in byte order. */
export type FolderGraph = Readonly<{
  folders: readonly string[];
  arrows: readonly Arrow[];
  circular: readonly string[];
}>;

/** Folders are drawn whole, `operations/rooms` as `operations`; of these, the folders inside are drawn, `http/wire`. */
const OPENED: readonly string[] = ['http'];

/** Undefined for files directly in `src`. */
function folderOf(workspace: string, path: string): string | undefined {
  if (!path.startsWith(`${workspace}/src/`)) return undefined;
  const folders = path.slice(`${workspace}/src/`.length).split('/').slice(0, -1);
  const depth = OPENED.includes(folders[0] ?? '') ? 2 : 1;
  return folders.slice(0, depth).join('/') || undefined;
}

/** Imports of other workspaces, of files directly in `src` and inside one folder are left out. */
export function folderGraph(workspace: string, modules: readonly Module[]): FolderGraph {
  const targets = new Map<string, Set<string>>();
  for (const { path, imports } of modules) {
    const from = folderOf(workspace, path);
    if (from === undefined) continue;
    const known = targets.get(from) ?? new Set<string>();
    targets.set(from, known);
    for (const file of imports) {
      const to = folderOf(workspace, file);
      if (to !== undefined && to !== from) known.add(to);
    }
  }
  const folders = [...targets.keys()].toSorted();
  return {
    folders,
    arrows: folders.flatMap((from) => [...(targets.get(from) ?? [])].toSorted().map((to) => ({ from, to }))),
    circular: folders.filter((folder) => reachableFrom(folder, targets).has(folder)),
  };
}

/** Folders that imports lead to from a folder; the folder itself only where they lead back. */
export function reachableFrom(start: string, targets: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...(targets.get(start) ?? [])];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    waiting.push(...(targets.get(folder) ?? []));
  }
  return seen;
}
