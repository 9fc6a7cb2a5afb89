import { downloadZip } from 'client-zip';
import { OpenRefusal } from './ask.ts';

export type ZipEntry = Readonly<{ name: string; input: ArrayBuffer }>;
type SavePicker = (options: object) => Promise<FileSystemFileHandle>;

/** A zip that a browser has to keep in memory. */
const MAX_IN_MEMORY = 500_000_000;

/** A place for a zip. `write` resolves with a file to hand to the browser where the place is in memory. */
export type ZipTarget = Readonly<{ write: (entries: AsyncIterable<ZipEntry>) => Promise<Blob | undefined> }>;

/**
 * Asks the person where to save, in a browser that can write there piece by piece; another one keeps the zip in memory. Call it
 * first after a press: browsers ask at no other moment. Throws AbortError when the person does not choose, and OpenRefusal for a
 * zip that is too large for memory.
 */
export async function chooseZipTarget(name: string, size: number): Promise<ZipTarget> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only some browsers have it
  const { showSaveFilePicker } = window as Readonly<{ showSaveFilePicker?: SavePicker }>;
  if (showSaveFilePicker !== undefined) {
    const handle = await showSaveFilePicker({ suggestedName: name });
    return {
      write: async (entries) => {
        await streamOf(entries).pipeTo(await handle.createWritable());
        return undefined;
      },
    };
  }
  if (size > MAX_IN_MEMORY)
    throw new OpenRefusal(
      'This browser has no place for a zip above 500 MB. Download the files one by one, or use another browser.',
    );
  return { write: (entries) => new Response(streamOf(entries)).blob() };
}

function streamOf(entries: AsyncIterable<ZipEntry>): ReadableStream<Uint8Array> {
  const { body } = downloadZip(entries);
  if (body === null) throw new TypeError('a zip has a body');
  return body;
}
