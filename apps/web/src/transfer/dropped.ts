import type { KeptHandle } from './handles.ts';

/** `kept`: where the browser can read the file again after a reload. */
export type DroppedFile = Readonly<{ file: File; path: string; kept?: KeptHandle | undefined }>;

/** Files of a person, with those that are missing. `unread`: paths that the browser could not read; `empty`: folders without any file. */
export type GatheredFiles = Readonly<{
  files: readonly DroppedFile[];
  unread: readonly string[];
  empty: readonly string[];
}>;

type Gathering = Readonly<{ files: DroppedFile[]; unread: string[]; empty: string[] }>;

type WithHandle = DataTransferItem & Readonly<{ getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }>;

/** Files of a picker, with the path in the chosen folder. */
export const pickedFiles = (files: Iterable<File>): GatheredFiles => ({
  files: Array.from(files, (file) => ({ file, path: file.webkitRelativePath || file.name })),
  unread: [],
  empty: [],
});

/**
 * Files and folders that were dropped, with their paths. The list has to be read before the event ends. Entries name every
 * file; the newer handles, which Chromium hides for names such as `Q1: Finance` or `~x`, only add that a file can be read
 * again after a reload.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<GatheredFiles> {
  const items: readonly WithHandle[] = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  const plain = pickedFiles(transfer.files);
  const roots = items.map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
    handle: item.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null),
  }));
  if (roots.length === 0) return plain;
  const found: Gathering = { files: [], unread: [], empty: [] };
  for (const { entry, file, handle: asked } of roots) {
    const handle = await asked;
    if (isOfFolder(handle) || (entry !== null && isFolder(entry)))
      await gather(
        { entry: entry !== null && isFolder(entry) ? entry : null, handle: asFolder(handle) },
        '',
        handle,
        found,
      );
    else await add({ entry, file, handle }, file?.name ?? entry?.name ?? '', handle, found);
  }
  return found;
}

type Folder = Readonly<{ entry: FileSystemDirectoryEntry | null; handle: FileSystemDirectoryHandle | undefined }>;
type One = Readonly<{ entry: FileSystemEntry | null; file?: File | null; handle: FileSystemHandle | null | undefined }>;

/** Adds all files of a folder, as both interfaces of the browser name them. */
async function gather({ entry, handle }: Folder, above: string, root: FileSystemHandle | null, found: Gathering) {
  const path = above + (entry?.name ?? handle?.name ?? '');
  const entries = entry === null ? [] : await entriesOf(entry);
  const handles = handle === undefined ? [] : await handlesOf(handle);
  const byName = new Map((handles ?? []).map((one) => [one.name, one]));
  const names = new Set([...(entries ?? []).map(({ name }) => name), ...byName.keys()]);
  if (names.size === 0 && entries === undefined) found.unread.push(`${path}/`);
  else if (names.size === 0) found.empty.push(path);
  const entryByName = new Map((entries ?? []).map((one) => [one.name, one]));
  for (const name of names) {
    const [inner, known] = [entryByName.get(name) ?? null, byName.get(name)];
    if (inner !== null ? isFolder(inner) : known?.kind === 'directory')
      await gather(
        { entry: inner !== null && isFolder(inner) ? inner : null, handle: asFolder(known) },
        `${path}/`,
        root,
        found,
      );
    else await add({ entry: inner, handle: known }, `${path}/${name}`, root, found);
  }
}

async function add({ entry, file, handle }: One, path: string, root: FileSystemHandle | null, found: Gathering) {
  try {
    const own = isOfFile(handle) ? handle : undefined;
    const read =
      (await own?.getFile().catch(() => undefined)) ?? (entry !== null && isFile(entry) ? await fileOf(entry) : file);
    if (read === null || read === undefined) throw new TypeError('the browser gives no file');
    found.files.push({ file: read, path, ...(own !== undefined && root !== null && { kept: { handle: own, root } }) });
  } catch {
    found.unread.push(path);
  }
}

/** Undefined where the browser cannot read the folder. A reader gives at most a hundred entries at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[] | undefined> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  try {
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return found;
      found.push(...some);
    }
  } catch {
    return found.length > 0 ? found : undefined;
  }
}

async function handlesOf(folder: FileSystemDirectoryHandle): Promise<readonly FileSystemHandle[] | undefined> {
  const found: FileSystemHandle[] = [];
  try {
    for await (const inner of folder.values()) found.push(inner);
    return found;
  } catch {
    return found.length > 0 ? found : undefined;
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));
const asFolder = (handle: FileSystemHandle | null | undefined): FileSystemDirectoryHandle | undefined =>
  isOfFolder(handle) ? handle : undefined;
// Not every engine with entries has the classes of handles.
const isOfFolder = (handle: FileSystemHandle | null | undefined): handle is FileSystemDirectoryHandle =>
  handle?.kind === 'directory';
const isOfFile = (handle: FileSystemHandle | null | undefined): handle is FileSystemFileHandle =>
  handle?.kind === 'file';
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
