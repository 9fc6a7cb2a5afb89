import { type Finding, fail, ok } from '@strongroom/settings';
import type { DatabaseSeen, KeysSeen } from '../service/stores.ts';

const SHOWN = 3;

/** Checks that every room has its key; without it, files can be neither decrypted nor added. Needs a readable database. */
export function checkRoomKeys({ uuids }: KeysSeen, seen: DatabaseSeen): readonly Finding[] {
  if (seen.state !== 'opened' || seen.roomKeys === undefined) return [];
  const ids = new Set(uuids.map((uuid) => `local:${uuid}`));
  const own = seen.roomKeys.filter(({ kmsKeyId }) => kmsKeyId.startsWith('local:')); // others are in another key service
  const without = own.filter(({ kmsKeyId }) => !ids.has(kmsKeyId));
  if (without.length === 0) return [ok('room keys', `${own.length} of ${own.length} rooms have theirs`)];
  const named = without.slice(0, SHOWN).map(({ roomId }) => roomId);
  return [
    fail(
      'room keys',
      `${without.length} of ${own.length} rooms have no key, so their files cannot be decrypted: ${named.join(', ')}${without.length > SHOWN ? ', …' : ''}`,
      'put their keys back from the newest copy of the keyring; where there is none, see "strongroom-admin keys lost"',
    ),
  ];
}
