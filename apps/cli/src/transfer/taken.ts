import { contentKey, type File as RoomFile } from '@strongroom/client';
import { cleanLine, EXIT, formatCount, Problem, type Terminal } from '@strongroom/command-line';
import type { Session } from '../account/session.ts';
import { filesIn, pathOf, spellingsOf } from '../naming/files.ts';
import { type FilePlace, standingAt } from './same-place.ts';

/** The treatment of files that have the path of a new one. */
export type OnTaken = 'ask' | 'replace' | 'keep both';

/**
 * The new files whose path other files of the room have. `isOurs` tells an upload that an earlier run began, or finished as one of
 * these contents.
 */
export function takenBy<T extends FilePlace>(
  listed: readonly RoomFile[],
  files: readonly T[],
  isOurs: (file: T, standing: ReadonlySet<string>) => boolean,
): readonly T[] {
  const standing = standingAt(listed, files);
  return files.filter((file) => {
    const there = standing(file);
    return there.length > 0 && !isOurs(file, new Set(there.map(contentKey)));
  });
}

/** The files of the room in the folders of new ones, newest first in each. Other folders are not listed. */
export async function filesInSameFolders(
  session: Session,
  roomId: string,
  files: readonly FilePlace[],
): Promise<readonly RoomFile[]> {
  const below = new Map<string, readonly string[]>();
  for (const { folder } of files) {
    const segments = folder === '' ? [] : folder.split('/');
    const top = segments[0] ?? '';
    below.set(top, shared(below.get(top) ?? segments, segments));
  }
  const folders = [...below.values()].map((segments) => segments.join('/'));
  const spelled = await spellingsOf(session, roomId, folders);
  const lists = await Promise.all(
    spelled.map((folder) => filesIn(session, roomId, folder, { isWhole: folder !== '' })),
  );
  return lists.flat();
}

function shared(one: readonly string[], other: readonly string[]): readonly string[] {
  const end = one.findIndex((segment, at) => segment !== other[at]);
  return end === -1 ? one : one.slice(0, end);
}

const SHOWN = 3;
const UNKNOWN = 'which cannot be compared, because this machine neither put nor downloaded it';

/** The treatment of taken paths, and whether nothing is known of the contents of the files there. */
type Choice<T> = Readonly<{ choice: OnTaken; isUnknown: (file: T) => boolean }>;

/**
 * Whether taken paths are replaced; asks the person at a terminal. Throws Problem without a terminal, and after
 * any other answer: two files never come to one path unasked.
 */
export async function replacesTaken<T extends FilePlace>(
  terminal: Terminal,
  taken: readonly T[],
  { choice, isUnknown }: Choice<T>,
): Promise<boolean> {
  if (choice !== 'ask' || taken.length === 0) return choice === 'replace';
  const named = taken.slice(0, SHOWN).map((file) => cleanLine(pathOf(file)));
  const more = taken.length > SHOWN ? ` and ${taken.length - SHOWN} more` : '';
  const reasons = [
    ...(taken.every(isUnknown) ? [] : ['with other contents or another label']),
    ...(taken.some(isUnknown) ? [UNKNOWN] : []),
  ];
  const sentence = `${named.join(', ')}${more}: the room has ${taken.length === 1 ? 'a file' : 'files'} there already, ${reasons.join(', or one ')}`;
  if (!terminal.inputIsTerminal || !terminal.errIsTerminal)
    throw new Problem(`${sentence}. Say --replace to replace what is there, or --keep-both to keep both.`, {
      exitCode: EXIT.refused,
    });
  terminal.err(`${sentence}.\n`);
  const answer = (
    await terminal.ask(`Replace ${formatCount(taken.length, 'file')}? [replace/keep both/nothing] `, false)
  )
    .trim()
    .toLowerCase();
  if (['r', 'replace', 'y', 'yes'].includes(answer)) return true;
  if (['k', 'keep', 'keep both'].includes(answer)) return false;
  throw new Problem('nothing was done.');
}
