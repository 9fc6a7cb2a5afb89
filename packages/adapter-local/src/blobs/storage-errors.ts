import { BlobRefusal, Unavailable } from '@strongroom/ports';
import { errorCode } from '../disk/error-code.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Turns what the file system refuses into the errors of the port. Anything that is no refusal of it stays as it is: a bug. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw errorCode(error) === undefined ? error : new Unavailable('blobs', { cause: error });
  }
}

/** The same for writing an upload, whose sender is told when there is no room for it. */
export async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error);
    if (code !== undefined && FULL.has(code)) throw new BlobRefusal('STORAGE_FULL');
    throw code === undefined ? error : new Unavailable('blobs', { cause: error });
  }
}
