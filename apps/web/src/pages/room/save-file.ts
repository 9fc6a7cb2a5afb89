import type { File as RoomFile } from '@strongroom/client';
import { explain } from '../../base/explain.ts';
import { toast } from '../../design/toasts.tsx';
import { save } from '../../transfer/save.ts';
import { readFile } from '../../transfer/transfers.ts';

/** Fetches, decrypts, verifies and saves a file. */
export async function saveFile(file: RoomFile): Promise<void> {
  try {
    save(await readFile(file), file.name);
  } catch (error) {
    toast(`${file.name}: ${explain(error).text}`, 'danger');
  }
}
