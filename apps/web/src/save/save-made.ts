import { isolateNames } from '../base/isolating.ts';
import { toast } from '../design/toasts.tsx';
import { saveFile } from './save.ts';

/** Saves a file that the page made, such as a table, and says so. */
export const saveMade = (bytes: BlobPart, name: string): void =>
  toast(isolateNames`${saveFile(bytes, name)} is downloaded.`);
