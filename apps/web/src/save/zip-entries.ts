import {
  csv,
  foldedName,
  portablePaths,
  type File as RoomFile,
  StrongroomError,
  withNumbers,
} from '@strongroom/client';
import { explainError } from '../base/explain.ts';
import { readInOrder } from './read-in-order.ts';
import type { ZipEntry } from './save-zip.ts';

type Named = Pick<RoomFile, 'id' | 'name' | 'folder' | 'size' | 'uploaded_at' | 'modified_at' | 'index'>;
export type LeftOut<F> = Readonly<{ file: F; error: StrongroomError }>;

type Reading<F> = Readonly<{
  read: (file: F) => Promise<ArrayBuffer>;
  /** Called after each file, with the number of those that have ended. */
  onEnded: (count: number) => void;
  /** Called for each file that cannot be read, for a reason that the other files do not share. */
  onLeftOut: (left: LeftOut<F>) => void;
}>;

/** Codes of errors that concern one file only. */
const OF_ONE_FILE = new Set(['CONTENT_NOT_AUTHENTIC', 'SIZE_DIFFERS', 'KEY_NOT_UNWRAPPED', 'POLICY_DENIED']);

/** Whether an error concerns one file only, so that the next one can be read. */
export const isOfOneFile = (error: unknown): error is StrongroomError =>
  error instanceof StrongroomError &&
  (OF_ONE_FILE.has(error.code) || error.status === 403 || error.status === 404 || error.status === 410);

/** The table at the end of a zip. A file that was left out has its reason. */
const CONTENTS = 'Contents.csv';
const HEADS = ['File', 'Bytes', 'SHA-256', 'Left out'];

/** The hash in hexadecimal digits. */
export async function sha256(content: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A name that no file of the zip has, on any disk. */
function nameOfContents(paths: readonly string[]): string {
  const names = new Set(paths.map(foldedName));
  const [stem = '', extension = ''] = CONTENTS.split('.');
  for (let count = 1; ; count++) {
    const name = count === 1 ? CONTENTS : `${stem} (${count}).${extension}`;
    if (!names.has(foldedName(name))) return name;
  }
}

/**
 * The entries of a zip in order, with the index numbers of the room in their names, without the files that cannot be read, and a table of all of them. Throws the error of a file
 * that the next one would also meet, and the first error where no file can be read.
 */
export async function* zipEntries<F extends Named>(
  files: readonly F[],
  { read, onEnded, onLeftOut }: Reading<F>,
): AsyncGenerator<ZipEntry, void> {
  const paths = portablePaths(files.map(withNumbers));
  let first: StrongroomError | undefined;
  let isEmpty = true;
  const rows: (readonly string[])[] = [HEADS];
  let ended = 0;
  for await (const { file, result } of readInOrder(files, read)) {
    const name = paths[ended] ?? '';
    if ('input' in result) {
      isEmpty = false;
      rows.push([name, String(result.input.byteLength), await sha256(result.input), '']);
      yield { name, input: result.input, lastModified: new Date(file.modified_at ?? file.uploaded_at) };
    } else {
      const { error } = result;
      if (!isOfOneFile(error)) throw error;
      first ??= error;
      rows.push([name, '', '', explainError(error).text]);
      onLeftOut({ file, error });
    }
    onEnded(++ended);
  }
  if (isEmpty && first !== undefined) throw first;
  yield { name: nameOfContents(paths), input: new TextEncoder().encode(csv(rows)).buffer, lastModified: new Date() };
}
