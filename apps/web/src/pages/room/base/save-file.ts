import type { FileVersion, File as RoomFile } from '@strongroom/client';
import { explainError } from '../../../base/explain.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { toast } from '../../../design/toasts.tsx';
import { saveRoomFile } from '../../../save/save-room-file.ts';
import { transfers } from '../../../transfer/page.ts';

/** Fetches, decrypts, verifies and saves a file. */
export const saveFile = (file: RoomFile): Promise<void> =>
  saveOr(file.name, async () => saveRoomFile(await transfers.readFile(file), file.name));

/** Saves a version of a file, under the name that the file had then. */
export const saveVersion = (file: RoomFile, { version, name, size }: FileVersion): Promise<void> =>
  saveOr(name, async () => saveRoomFile(await transfers.readFile({ id: file.id, size }, { version }), name));

async function saveOr(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast(isolateNames`${name}: ${explainError(error).text}`, 'danger');
  }
}
