import { resolve } from 'node:path';
import { cleanLine, defineCommand, formatBytes, formatCount, UsageProblem } from '@strongroom/command-line';
import { quoteForShell } from '@strongroom/settings';
import { restore as restoreFolder } from '../../container/backup.ts';
import { progressOn } from '../../print/progress.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { refuseOtherStores } from '../../service/embedded-only.ts';
import type { BackedUp, RestoredKeyService, RoomKey } from '../../service/stores.ts';

const SHOWN = 20;

/** Restores a data folder from a backup. */
export const restore = defineCommand({
  name: 'restore',
  summary: 'Restore a data folder from a backup.',
  details:
    'The backup is looked at as a whole before anything is written. Everything is then as it was at that moment: who was\ndeactivated since is active again, and links that were used up or revoked since can be used again. Rooms that were\ndestroyed since come back with their files, but not with their keys, unless an old copy of the keyring brings them\nback too; without its key nothing in a room can be decrypted.',
  operands: [],
  options: {
    from: { value: 'DIR', text: 'The backup.' },
    keys: { value: 'DIR', text: 'The newest copy of keys/, if it was kept separately.' },
    'key-service-keys': { value: 'DIR', text: 'The newest copy of key-service/keys/, if it was kept separately.' },
    'data-dir': { ...DATA_DIR, text: `${DATA_DIR.text} It must be empty or not there yet.` },
  },
  examples: [
    [
      'restore --from /mnt/backup/monday --keys /mnt/vault/keys --key-service-keys /mnt/vault/key-service-keys --data-dir /srv/room',
      'puts them together again',
    ],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const from = given.text('from');
    if (from === undefined) throw new UsageProblem('say which backup: --from DIR.');
    refuseOtherStores(terminal);
    const folder = dataFolderOf(given, world);
    const keys = given.text('keys');
    const progress = progressOn(terminal);
    const serviceKeys = given.text('key-service-keys');
    const { backup, keyless, keyService } = await restoreFolder({
      from: resolve(from),
      dataDir: folder.path,
      keyService: folder.keyService,
      keys: keys === undefined ? undefined : resolve(keys),
      keyServiceKeys: serviceKeys === undefined ? undefined : resolve(serviceKeys),
      onProgress: progress.show,
    }).finally(progress.end);
    terminal.out(
      `${folder.path}: ${formatCount(backup.rooms, 'room')}, ${formatCount(backup.objects, 'object')}, ${formatBytes(backup.bytes)}\n`,
    );
    terminal.out(`Everything is as it was at ${backup.madeAt}. What was revoked or deleted since is back.\n`);
    if (backup.lost.length > 0)
      terminal.out(`${formatCount(backup.lost.length, 'object')} had been lost already before that.\n`);
    terminal.out(
      'The service serves reads and refuses writes: begin a new audit log with `strongroom-admin audit restart`, or, only if nothing was recorded since the backup, run `strongroom-admin audit continue`.\n',
    );
    terminal.out(keyServiceText(keyService));
    terminal.out(keylessText(backup, keyless, folder.keys, keys !== undefined));
  },
});

function keylessText({ rooms, withKeys }: BackedUp, keyless: readonly RoomKey[], folder: string, given: boolean) {
  if (rooms === 0) return '';
  if (keyless.length === 0) return 'Every room has its key.\n';
  if (!withKeys && !given)
    return `The keys are not in this backup: put the newest copy of the keyring into ${quoteForShell(folder)} before the service starts. Until then nothing in any room can be decrypted.\n`;
  const shown = keyless.slice(0, SHOWN).map(({ roomId }) => `  ${roomId}\n`);
  const more = keyless.length > SHOWN ? `  and ${keyless.length - SHOWN} more\n` : '';
  return `${formatCount(keyless.length, 'room')} without a key, whose files cannot be decrypted:\n${shown.join('')}${more}`;
}

/** Says whether people sign in or enrol their devices again. */
function keyServiceText({ hasRecord, isKept, hasKeys, devices }: RestoredKeyService): string {
  if (isKept) return 'There is a key service already: it stays as it is.\n';
  if (hasRecord === false) return '';
  const again = hasKeys
    ? ''
    : 'The key service has no keys here: its next start makes new ones, and all people sign in again with `strongroom login`. Devices that were enrolled do so too.\n';
  if (hasRecord === undefined)
    return `${again}The record of the key service is not in this backup: devices that were enrolled are enrolled again with a new code, \`strongroom-keys enrol\`.\n`;
  const shown = devices.slice(0, SHOWN).map((name) => `  ${cleanLine(name)}\n`);
  const more = devices.length > SHOWN ? `  and ${devices.length - SHOWN} more\n` : '';
  const named = hasKeys || devices.length === 0 ? '' : `${shown.join('')}${more}`;
  const next =
    'The key service releases no key: begin a new record with `strongroom-keys record restart`, or, only if no key was released since the backup, run `strongroom-keys record continue`.\n';
  return `${again}${named}${next}`;
}
