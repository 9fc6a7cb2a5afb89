import type { File as RoomFile } from '@strongroom/client';
import { explain } from '../../base/explain.ts';
import { toast } from '../../design/toasts.tsx';
import { transfers } from '../../transfer/page.ts';
import { save } from '../../transfer/save.ts';

/** Fetches, decrypts, verifies and saves a file. */
export async function saveFile(file: RoomFile): Promise<void> {
  try {
    tellSaved(file, save(await transfers.readFile(file), file.name));
  } catch (error) {
    toast(`${file.name}: ${explain(error).text}`, 'danger');
  }
}

/** Says so if the file got another name, because not every system holds the one of the room. */
export function tellSaved(file: RoomFile, name: string): void {
  if (name !== file.name.normalize('NFC')) toast(`“${file.name}” is saved as “${name}”.`);
}
