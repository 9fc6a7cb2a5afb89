import { saveFile } from './save.ts';

/** Saves the content of a room's file. Returns the name that it got, if not every system holds its own. */
export function saveRoomFile(bytes: BlobPart, name: string): string | undefined {
  const saved = saveFile(bytes, name);
  return saved === name.normalize('NFC') ? undefined : saved;
}
