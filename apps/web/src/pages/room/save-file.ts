import type { File as RoomFile } from '@strongroom/client';
import { explain } from '../../base/explain.ts';
import { toast } from '../../design/toasts.tsx';
import { transfers } from '../../transfer/page.ts';
import { save } from '../../transfer/save.ts';

/** Fetches, decrypts, verifies and saves a file. */
export async function saveFile(file: RoomFile): Promise<void> {
  try {
    save(await transfers.readFile(file), file.name);
  } catch (error) {
    toast(`${file.name}: ${explain(error).text}`, 'danger');
  }
}
