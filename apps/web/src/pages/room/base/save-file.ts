import type { FileVersion, File as RoomFile } from '@strongroom/client';
import { downloadFile } from '../../../transfer/download-file.ts';
import { transfers } from '../../../transfer/page.ts';

/** Fetches, decrypts, verifies and saves a file. */
export const saveFile = (file: RoomFile): Promise<void> =>
  downloadFile(file, (options) => transfers.readFile(file, options));

/** Saves a version of a file, under the name that the file had then. */
export const saveVersion = ({ id }: RoomFile, { version, name, size }: FileVersion): Promise<void> =>
  downloadFile({ name, size }, (options) => transfers.readFile({ id, size }, { ...options, version }));
