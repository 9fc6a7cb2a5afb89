import type { Kept } from './handles.ts';

/** `kept`: where the browser can read the file again after a reload. */
export type Found = Readonly<{ file: File; path: string; kept?: Kept }>;

type WithHandle = DataTransferItem & Readonly<{ getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }>;

/** A file of a picker, with the path in the chosen folder. */
export const picked = (files: Iterable<File>): readonly Found[] =>
  Array.from(files, (file) => ({ file, path: file.webkitRelativePath || file.name }));

/** Files and folders that were dropped, with their paths. The list has to be read before the event ends. */
export async function dropped(transfer: DataTransfer): Promise<readonly Found[]> {
  const files = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  const handles = Promise.all(files.map((item: WithHandle) => item.getAsFileSystemHandle?.() ?? Promise.resolve(null)));
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const plain = picked(transfer.files);
  const all: readonly (FileSystemHandle | null)[] = await handles.catch(() => []);
  const known = all.filter((handle) => handle !== null);
  if (known.length > 0 && known.length === files.length)
    return (await Promise.all(known.map((root) => behind(root, root, '')))).flat();
  if (entries.length === 0) return plain;
  return (await Promise.all(entries.map((entry) => inside(entry, '')))).flat();
}

async function behind(handle: FileSystemHandle, root: FileSystemHandle, path: string): Promise<readonly Found[]> {
  const own = path + handle.name;
  if (handle instanceof FileSystemFileHandle)
    return [{ file: await handle.getFile(), path: own, kept: { handle, root } }];
  const found: Found[] = [];
  if (handle instanceof FileSystemDirectoryHandle)
    for await (const inner of handle.values()) found.push(...(await behind(inner, root, `${own}/`)));
  return found;
}

async function inside(entry: FileSystemEntry, path: string): Promise<readonly Found[]> {
  const own = path + entry.name;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path: own }];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const found: Found[] = [];
  // A reader gives at most a hundred entries at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const inner of some) found.push(...(await inside(inner, `${own}/`)));
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
