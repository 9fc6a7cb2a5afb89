import { isolateNames } from '../base/isolating.ts';
import { toast } from '../design/toasts.tsx';
import { saveFile } from './save.ts';

/** Saves the content of a room's file, and says so if it gets another name, because not every system holds that one. */
export function saveRoomFile(bytes: BlobPart, name: string): void {
  const saved = saveFile(bytes, name);
  if (saved !== name.normalize('NFC')) toast(isolateNames`“${name}” is saved as “${saved}”.`);
}
