import { defineCommand, formatCount, Problem, UsageProblem } from '@strongroom/command-line';
import { isUuid } from '@strongroom/domain';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import { auditKeysOf } from '../../service/audit-keys.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { refuseOtherKeys } from '../../service/embedded-only.ts';
import { readSetting } from '../../service/setting.ts';
import { storeOf } from '../../service/store.ts';
import type { LostKeys } from '../../service/stores.ts';

/** Used after a keyring, or part of it, is permanently lost. */
export const keysLost = defineCommand({
  name: 'keys lost',
  summary: 'Record keys of rooms as permanently lost, so that the service starts and the rooms can be destroyed.',
  details:
    'First look for the keyring everywhere: this is final. What is in these rooms stays encrypted, and no file can be added;\ndelete them. Keys that are there are left alone. If the key of the audit log is lost with them, begin a new log first:\n`strongroom-admin audit restart`. Where the secret of the service was lost with them it gets a new one;\ninvitation links, page cursors and addresses that were given out have ended then. Stop the service first, and run this\nas its user.',
  operands: [{ name: 'ROOM_ID', text: 'Rooms whose key is gone.', isOptional: true, isRepeated: true }],
  options: {
    all: { text: 'All rooms whose key is not in the keyring.' },
    'data-dir': DATA_DIR,
  },
  examples: [
    ['keys lost --all --data-dir /srv/room', 'after the whole keyring was lost'],
    ['keys lost 0b8e3c57-4f5c-4c0e-9d5a-2f1a9a6f8c11', 'the key of one room'],
  ],
  run: async (given, world) => {
    const rooms = given.operands('ROOM_ID');
    if (given.flag('all') === rooms.length > 0) throw new UsageProblem('name the rooms, or say --all.');
    for (const room of rooms)
      if (!isUuid(room))
        throw new UsageProblem(`${JSON.stringify(room)} is not a room: name its id, as the doctor does.`);
    refuseOtherKeys(world.terminal);
    const folder = dataFolderOf(given, world);
    const store = storeOf(world.terminal, folder);
    const noted = await (await import('../../container/lost-keys.ts'))
      .noteLostKeys(store, folder.keys, auditKeysOf(world.terminal, folder), {
        rooms: given.flag('all') ? 'all' : rooms,
        secretIsSet: readSetting(world.terminal, ROOM_SERVICE_VARIABLES.secret) !== undefined,
      })
      .catch((error: unknown) => {
        const code = systemErrorCode(error);
        if (code === undefined) throw error;
        throw new Problem(`${folder.keys} cannot be used (${code}): run this as the user of the service.`, {
          cause: error,
        });
      });
    world.terminal.out(reportOf(noted));
  },
});

function reportOf({ lost, hasNewSecret }: LostKeys): string {
  const rooms = lost.map(({ roomId, isRoomThere }) => `  ${roomId}${isRoomThere ? '' : '  is being destroyed'}\n`);
  const keys =
    lost.length === 0
      ? 'No key is missing that was not noted before.\n'
      : `${formatCount(lost.length, 'key')} recorded as lost. The files of these rooms cannot be decrypted:\n${rooms.join('')}`;
  const secret =
    'The service has a new secret: invitation links, page cursors and addresses that were given out have ended.\n';
  return keys + (hasNewSecret ? secret : '');
}
