import { portableName } from '@strongroom/client';

/**
 * Hands bytes to the browser as a download, under a name that every system holds: each browser would change another one in
 * its own way, without a word. Returns that name. Never shown as a document: the type is one that browsers only save.
 */
export function saveFile(bytes: BlobPart, name: string): string {
  const held = portableName(name);
  offerFile(new Blob([bytes], { type: 'application/octet-stream' }), held);
  return held;
}

/** Hands a file to the browser under a name that every system holds. */
export function offerFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), COPIED_MS);
}

const FOLDER = 'downloads';
/** Held by every tab that saves, until the browser has had the time to copy the file: no other tab removes it meanwhile. */
const SAVING = 'saving';
export const COPIED_MS = 60_000;

/** The folder of private files. Undefined in a private window, and in a browser that cannot write into one. */
export async function privateFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  if (!('storage' in navigator && 'createWritable' in FileSystemFileHandle.prototype)) return undefined;
  return navigator.storage
    .getDirectory()
    .then((root) => root.getDirectoryHandle(FOLDER, { create: true }))
    .catch(() => undefined);
}

/** Keeps other tabs from removing private files. Resolves with what ends the hold. */
export const holdPrivateFiles = (): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const held = (): Promise<void> => new Promise((release) => resolve(release));
    navigator.locks.request(SAVING, { mode: 'shared' }, held).catch(reject);
  });

/** Removes what earlier downloads left in the browser, unless a tab is saving. */
export const clearEarlierFiles = (): Promise<void> =>
  navigator.locks.request(SAVING, { ifAvailable: true }, (lock) => (lock === null ? undefined : clearPrivateFiles()));

/** Removes all that downloads left in the browser. */
export async function clearPrivateFiles(): Promise<void> {
  if (!('storage' in navigator)) return;
  const root = await navigator.storage.getDirectory().catch(() => undefined);
  await root?.removeEntry(FOLDER, { recursive: true }).catch(() => undefined);
}
