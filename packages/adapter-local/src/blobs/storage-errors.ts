import { BlobRefusal, systemErrorCode, Unavailable } from '@strongroom/ports';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Turns errors of the file system into errors of the port. Any other error is a bug and stays as it is. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw systemErrorCode(error) === undefined ? error : new Unavailable('blobs', { cause: error });
  }
}

/** Runs the work of an upload; a full disk is BlobRefusal STORAGE_FULL. */
export async function refusingWhenFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== undefined && FULL.has(code)) throw new BlobRefusal('STORAGE_FULL');
    throw code === undefined ? error : new Unavailable('blobs', { cause: error });
  }
}
