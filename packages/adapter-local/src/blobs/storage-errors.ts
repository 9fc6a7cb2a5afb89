import { BlobRefusal, systemErrorCode, Unavailable } from '@strongroom/ports';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

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
