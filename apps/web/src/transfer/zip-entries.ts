import { portablePaths, type File as RoomFile, StrongroomError } from '@strongroom/client';
import type { ZipEntry } from './save.ts';

type Named = Pick<RoomFile, 'id' | 'name' | 'folder' | 'size' | 'uploaded_at' | 'modified_at'>;
export type LeftOut<F> = Readonly<{ file: F; error: StrongroomError }>;

type Reading<F> = Readonly<{
  read: (file: F) => Promise<ArrayBuffer>;
  /** Called after each file, with the number of those that have ended. */
  onEnded: (count: number) => void;
  /** Called for each file that cannot be read, for a reason that the other files do not share. */
  onLeftOut: (left: LeftOut<F>) => void;
}>;

/** Reasons that lie in one file. */
const OF_ONE_FILE = new Set(['CONTENT_NOT_AUTHENTIC', 'SIZE_DIFFERS', 'KEY_NOT_UNWRAPPED', 'POLICY_DENIED']);

const isOfOneFile = (error: unknown): error is StrongroomError =>
  error instanceof StrongroomError &&
  (OF_ONE_FILE.has(error.code) || error.status === 403 || error.status === 404 || error.status === 410);

/**
 * The entries of a zip, one after the other, without the files that cannot be read. Throws the error of a file that the next
 * one would also meet, and the first error where no file can be read.
 */
export async function* zipEntries<F extends Named>(
  files: readonly F[],
  { read, onEnded, onLeftOut }: Reading<F>,
): AsyncGenerator<ZipEntry, void> {
  const paths = portablePaths(files);
  let first: StrongroomError | undefined;
  let isEmpty = true;
  for (const [index, file] of files.entries()) {
    try {
      const input = await read(file);
      isEmpty = false;
      yield { name: paths[index] ?? '', input, lastModified: new Date(file.modified_at ?? file.uploaded_at) };
    } catch (error) {
      if (!isOfOneFile(error)) throw error;
      first ??= error;
      onLeftOut({ file, error });
    }
    onEnded(index + 1);
  }
  if (isEmpty && first !== undefined) throw first;
}
