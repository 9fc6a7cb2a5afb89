import { downloadZip } from 'client-zip';

/** Hands bytes to the browser as a download. Never shown as a document: the type is one that browsers only save. */
export function save(bytes: BlobPart, name: string): void {
  offer(new Blob([bytes], { type: 'application/octet-stream' }), name);
}

function offer(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), COPIED_MS);
}

export type ZipEntry = Readonly<{ name: string; input: ArrayBuffer; lastModified: Date }>;

type SavePicker = (options: object) => Promise<FileSystemFileHandle>;

const FOLDER = 'downloads';
/** Held by every tab that saves, until the browser has had the time to copy the file: no other tab removes it meanwhile. */
const SAVING = 'saving';
const COPIED_MS = 60_000;

/** Streams entries into a zip on disk: where the person chooses, else by way of the browser's private files. */
export async function saveZip(
  entries: (signal: AbortSignal) => AsyncIterable<ZipEntry>,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const { showSaveFilePicker } = window as Readonly<{ showSaveFilePicker?: SavePicker }>;
  const write = async (handle: FileSystemFileHandle): Promise<void> => {
    const { body } = downloadZip(entries(signal));
    if (body === null) throw new TypeError('a zip has a body');
    await body.pipeTo(await handle.createWritable(), { signal });
  };
  if (showSaveFilePicker) await write(await showSaveFilePicker({ suggestedName: name }));
  else offer(await writtenPrivately(write), name);
}

/** A private file with what `write` put into it. Nothing stays of one that could not be written. */
async function writtenPrivately(write: (handle: FileSystemFileHandle) => Promise<void>): Promise<File> {
  const release = await hold();
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  const name = crypto.randomUUID();
  try {
    const handle = await folder.getFileHandle(name, { create: true });
    await write(handle);
    setTimeout(release, COPIED_MS);
    return await handle.getFile();
  } catch (error) {
    release();
    await folder.removeEntry(name).catch(() => undefined);
    throw error;
  }
}

/** Resolves with what ends the hold. */
const hold = (): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const held = (): Promise<void> => new Promise((release) => resolve(release));
    navigator.locks.request(SAVING, { mode: 'shared' }, held).catch(reject);
  });

/** Removes what earlier downloads left in the browser, unless a tab is saving. */
export const clearEarlierFiles = (): Promise<void> =>
  navigator.locks.request(SAVING, { ifAvailable: true }, (lock) => (lock === null ? undefined : clearPrivateFiles()));

/** Removes all that downloads left in the browser. */
export async function clearPrivateFiles(): Promise<void> {
  const root = await navigator.storage.getDirectory().catch(() => undefined);
  await root?.removeEntry(FOLDER, { recursive: true }).catch(() => undefined);
}
