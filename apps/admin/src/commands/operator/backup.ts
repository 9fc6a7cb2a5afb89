import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineCommand, formatBytes, formatCount, Problem, UsageProblem } from '@strongroom/command-line';
import { backUp } from '../../container/backup.ts';
import { progressOn } from '../../print/progress.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { refuseOtherStores } from '../../service/embedded-only.ts';
import { version } from '../../system/version.ts';

/** A consistent copy of the data folder, made while the service runs. */
export const backup = defineCommand({
  name: 'backup',
  summary: 'Copy the data folder to another place while the service runs.',
  details:
    'The copy has the database as it is at one moment and every file in it, and the record of the key service that runs beside\nit, with the devices that are enrolled there. The keys of the rooms and those of the key service are not\nin it unless you say --with-keys: keep the folders keys/ and key-service/keys/ at another place, or anyone who gets the copy can read everything,\nand a room that is destroyed can be read from it for ever. Mails, limits and owner.token are never in it.',
  operands: [],
  options: {
    'data-dir': DATA_DIR,
    to: { value: 'DIR', text: 'Destination: an empty or new folder.' },
    'with-keys': { text: 'Copy the keyring, the secret of the service and the keys of the key service too.' },
  },
  examples: [
    ['backup --data-dir /srv/room --to /mnt/backup/monday', 'copies everything but the keys'],
    ['backup --to ../move --with-keys', 'copies everything that another machine needs to go on'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const to = given.text('to');
    if (to === undefined) throw new UsageProblem('say where it goes: --to DIR.');
    refuseOtherStores(terminal);
    const folder = dataFolderOf(given, world);
    if (!existsSync(folder.database))
      throw new Problem(`there is no store at ${folder.database}: name its folder with --data-dir.`);
    const progress = progressOn(terminal);
    const made = await backUp({
      dataDir: folder.path,
      keyService: folder.keyService,
      to: resolve(to),
      withKeys: given.flag('with-keys'),
      version: version(),
      onProgress: progress.show,
    }).finally(progress.end);
    terminal.out(
      `${resolve(to)}: ${formatCount(made.rooms, 'room')}, ${formatCount(made.objects, 'object')}, ${formatBytes(made.bytes)}, ${made.withKeys ? 'with' : 'without'} keys${made.hasRecord === true ? ', with the record of the key service' : ''}\n`,
    );
    if (made.lost.length === 0) return 0;
    terminal.err(
      `strongroom-admin: the service itself has lost ${formatCount(made.lost.length, 'object')}, such as ${made.lost[0]}: everything else is in the backup. Look for them in an older one.\n`,
    );
    return 1;
  },
});
