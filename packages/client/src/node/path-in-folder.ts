import { join } from 'node:path';
import { StrongroomError } from '../base/error.ts';
import { heldName } from '../names/portable-name.ts';

type Options = Readonly<{
  /** Leading dots stay: for folders that no shell, ssh or git obeys. */
  keepDots?: boolean | undefined;
  /** Stands before the extension of the file, to tell it apart from others of its name. */
  added?: string | undefined;
}>;

/**
 * Path of a room's file below a local folder. Other people chose the names, so a name or folder that begins with a dot
 * gets `_` before it: shells, ssh and git obey files such as `.zshenv`, `.ssh/config` and `.git/hooks`. Control characters,
 * characters that turn text and, on Windows, what it reserves become `_`; a name of more than 255 bytes is cut. Throws
 * NAME_UNSAFE for a name that leads out of the folder.
 */
export function pathInFolder(
  folder: string,
  file: Readonly<{ name: string; folder?: string | undefined }>,
  { keepDots, added }: Options = {},
): string {
  const above = file.folder === undefined || file.folder === '' ? [] : file.folder.split('/');
  if ([...above, file.name].some(isUnsafe)) throw new StrongroomError('NAME_UNSAFE');
  const how = { isWindows: process.platform === 'win32', keepDots };
  return join(folder, ...above.map((name) => heldName(name, how)), heldName(file.name, { ...how, added }));
}

const isUnsafe = (segment: string): boolean => /^\.{0,2}$|[/\0]/u.test(segment);
