import { portableName } from '@strongroom/client';
import { downloadZip } from 'client-zip';
import { PageError } from '../base/explain.ts';
import { gatherPieces } from './gathering.ts';
import { COPIED_MS, holdPrivateFiles, offerFile, privateFolder } from './save.ts';

export type ZipEntry = Readonly<{ name: string; input: ArrayBuffer; lastModified: Date }>;

type SavePicker = (options: object) => Promise<FileSystemFileHandle>;

/** Maximum size in bytes of a zip that a browser has to keep in memory. */
const MAX_IN_MEMORY = 500_000_000;

/**
 * Streams entries into a zip on disk: where the person chooses, else by way of the browser's private files. A browser
 * without either keeps the zip in memory. Throws AbortError where the person chooses no place, and PageError where the browser
 * does not write there or has no room. `onBegun`: called once it may write.
 */
export async function saveZip(
  entries: (signal: AbortSignal) => AsyncIterable<ZipEntry>,
  called: string,
  signal: AbortSignal,
  onBegun: () => void = () => undefined,
): Promise<void> {
  const name = portableName(called);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only some browsers have it
  const { showSaveFilePicker } = window as Readonly<{ showSaveFilePicker?: SavePicker }>;
  const zip = (): ReadableStream<Uint8Array> => {
    const { body } = downloadZip(entries(signal));
    if (body === null) throw new TypeError('a zip has a body');
    return body.pipeThrough(gatherPieces());
  };
  if (showSaveFilePicker) {
    const place = await chosenPlace(() => showSaveFilePicker({ suggestedName: name }));
    onBegun();
    await zip().pipeTo(place, { signal }).catch(explainFullDisk);
    return;
  }
  onBegun();
  const folder = await privateFolder();
  offerFile(
    folder === undefined
      ? await inMemory(zip(), signal)
      : await writtenPrivately(folder, zip, signal).catch(explainFullDisk),
    name,
  );
}

/** Whether the person chose no place. */
export const isDismissed = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

async function chosenPlace(ask: () => Promise<FileSystemFileHandle>): Promise<FileSystemWritableFileStream> {
  try {
    return await (await ask()).createWritable();
  } catch (error) {
    if (isDismissed(error)) throw error;
    throw new PageError('The browser does not let this page save there. Try again with another folder.');
  }
}

function explainFullDisk(error: unknown): never {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    throw new PageError('There is no room for the zip on this disk. Free some, then try again.');
  throw error;
}

/** A private file with the zip. Nothing stays of one that could not be written. */
async function writtenPrivately(
  folder: FileSystemDirectoryHandle,
  zip: () => ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<File> {
  const release = await holdPrivateFiles();
  const name = crypto.randomUUID();
  try {
    const handle = await folder.getFileHandle(name, { create: true });
    await zip().pipeTo(await handle.createWritable(), { signal });
    setTimeout(release, COPIED_MS);
    return await handle.getFile();
  } catch (error) {
    release();
    await folder.removeEntry(name).catch(() => undefined);
    throw error;
  }
}

async function inMemory(zip: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Blob> {
  let size = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      size += piece.length;
      if (size > MAX_IN_MEMORY)
        throw new PageError(
          'This browser, or a private window of it, has no place for a zip above 500 MB. Choose fewer files, or use another browser or the command line.',
        );
      controller.enqueue(piece);
    },
  });
  return new Response(zip.pipeThrough(bounded, { signal })).blob();
}
