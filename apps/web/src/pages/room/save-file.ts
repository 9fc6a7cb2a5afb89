import type { File as RoomFile } from '@strongroom/client';
import { explain } from '../../base/explain.ts';
import { toast } from '../../design/toasts.tsx';
import { transfers } from '../../transfer/page.ts';
import { saveRoomFile } from '../../transfer/save-room-file.ts';

/** Fetches, decrypts, verifies and saves a file. */
export async function saveFile(file: RoomFile): Promise<void> {
  try {
    saveRoomFile(await transfers.readFile(file), file.name);
  } catch (error) {
    toast(`${file.name}: ${explain(error).text}`, 'danger');
  }
}
