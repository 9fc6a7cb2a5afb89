import { replaceFile } from '@strongroom/adapter-local';

/** Writes a whole file durably, for this user only, replacing a file of the same name. */
export const replacePrivateFile = (folder: string, name: string, content: string): Promise<void> =>
  replaceFile(folder, name, Buffer.from(content));
