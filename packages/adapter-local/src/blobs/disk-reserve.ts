import { statfsSync } from 'node:fs';
import { BlobRefusal } from '@strongroom/ports';
import { refusingWhenFull } from './storage-errors.ts';

const GIBIBYTE = 1024 ** 3;
const SHARE = 0.05;

/**
 * Throws BlobRefusal STORAGE_FULL if less than the reserve is free, by default the smaller of 1 GiB and 5 % of the disk.
 * Documents are on the same disk and must still be committed when uploads are refused.
 */
export async function refuseFull(folder: string, reserve: number | undefined): Promise<void> {
  const { bavail, blocks, bsize } = await refusingWhenFull(async () => statfsSync(folder));
  const kept = reserve ?? Math.min(GIBIBYTE, blocks * bsize * SHARE);
  if (bavail * bsize < kept) throw new BlobRefusal('STORAGE_FULL');
}
