import { readdir } from 'node:fs/promises';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import type { DatabaseSeen, RoomKey } from '../command/embedded.ts';
import type { DataFolder } from '../service/data-folder.ts';
import { type Finding, fail, ok } from './finding.ts';

const SHOWN = 3;

/**
 * Checks that every room has its key; without it, files can be neither decrypted nor added. No finding unless both the
 * database and the keyring are readable.
 */
export async function checkRoomKeys({ keys }: DataFolder, seen: DatabaseSeen): Promise<readonly Finding[]> {
  if (seen.state !== 'opened' || seen.roomKeys === undefined) return [];
  const names = await readdir(keys).catch((error: unknown) => {
    if (systemErrorCode(error) === undefined) throw error;
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
    `${without.length} of ${own.length} rooms have no key, so their files cannot be decrypted: ${named.join(', ')}${without.length > SHOWN ? ', …' : ''}`,
    'put their keys back from the newest copy of the keyring; where there is none, see "strongroom keys lost"',
  );
}
