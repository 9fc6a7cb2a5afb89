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
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export type ZipEntry = Readonly<{ name: string; input: ArrayBuffer; lastModified: Date }>;

type SavePicker = (options: object) => Promise<FileSystemFileHandle>;

const FOLDER = 'downloads';

/** Streams entries into a zip on disk: where the person chooses, else by way of the browser's private files. */
export async function saveZip(
  entries: (signal: AbortSignal) => AsyncIterable<ZipEntry>,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const { showSaveFilePicker } = window as Readonly<{ showSaveFilePicker?: SavePicker }>;
  const chosen = showSaveFilePicker && (await showSaveFilePicker({ suggestedName: name }));
  const handle = chosen ?? (await privateFile());
  const { body } = downloadZip(entries(signal));
  if (body === null) throw new TypeError('a zip has a body');
  await body.pipeTo(await handle.createWritable(), { signal });
  if (chosen === undefined) offer(await handle.getFile(), name);
}

async function privateFile(): Promise<FileSystemFileHandle> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  return folder.getFileHandle(crypto.randomUUID(), { create: true });
}

/** Removes what earlier downloads left in the browser. */
export async function clearPrivateFiles(): Promise<void> {
  const root = await navigator.storage.getDirectory().catch(() => undefined);
  await root?.removeEntry(FOLDER, { recursive: true }).catch(() => undefined);
}

/** One folder's worth of CSV. A leading sign that spreadsheets read as a formula is made a text (CWE-1236). */
export const csv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row
        .map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell))
        .map((cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(','),
    )
    .join('\r\n');
