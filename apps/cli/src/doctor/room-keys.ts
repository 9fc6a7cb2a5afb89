import { readdir } from 'node:fs/promises';
import type { DatabaseSeen, RoomKey } from '../command/embedded.ts';
import { osCode } from '../errors/os-code.ts';
import type { DataFolder } from '../service/data-folder.ts';
import { type Finding, fail, ok } from './finding.ts';

const SHOWN = 3;

/** Has every room its key? Without it nobody can decrypt its files, and nobody can add one. Nothing is said without both. */
export async function checkRoomKeys({ keys }: DataFolder, seen: DatabaseSeen): Promise<readonly Finding[]> {
  if (seen.state !== 'opened' || seen.roomKeys === undefined) return [];
  const names = await readdir(keys).catch((error: unknown) => {
    if (osCode(error) === undefined) throw error;
    return undefined; // the check of the keyring reports it
  });
  return names === undefined ? [] : [roomKeysFinding(seen.roomKeys, new Set(names))];
}

function roomKeysFinding(rooms: readonly RoomKey[], names: ReadonlySet<string>): Finding {
  const own = rooms.filter(({ kmsKeyId }) => kmsKeyId.startsWith('local:')); // others are in another key service
  const without = own.filter(({ kmsKeyId }) => !names.has(`${kmsKeyId.slice('local:'.length)}.kek`));
  if (without.length === 0) return ok('room keys', `${own.length} of ${own.length} rooms have theirs`);
  const named = without.slice(0, SHOWN).map(({ roomId }) => roomId);
  return fail(
    'room keys',
    `${without.length} of ${own.length} rooms have none, and nobody can decrypt what is in them: ${named.join(', ')}${without.length > SHOWN ? ', …' : ''}`,
    'put their keys back from the newest copy of the keyring; where there is none, see "strongroom keys lost"',
  );
}
