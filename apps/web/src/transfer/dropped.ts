export type Found = Readonly<{ file: File; path: string }>;

/** A file of a picker, with the path in the chosen folder. */
export const picked = (files: Iterable<File>): readonly Found[] =>
  Array.from(files, (file) => ({ file, path: file.webkitRelativePath || file.name }));

/** Files and folders that were dropped, with their paths. The list has to be read before the event ends. */
export async function dropped(transfer: DataTransfer): Promise<readonly Found[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return picked(transfer.files);
  return (await Promise.all(entries.map((entry) => inside(entry, '')))).flat();
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
