import { defineCommand, formatCount } from '@strongroom/command-line';
import { auditKeysOf } from '../../service/audit-keys.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { storeOf } from '../../service/store.ts';
import type { RestartedLog } from '../../service/stores.ts';
import { REASON, readReason } from './reason.ts';

/** Used after a restored database, a lost key or a stolen one. */
export const auditRestart = defineCommand({
  name: 'audit restart',
  summary: 'Begin a new audit log in place of one that cannot be continued.',
  details:
    'A service whose store was restored from a backup, or whose audit key is lost, refuses writes: /readyz says why. First\nlook for the newest database and for the key: what was recorded since the backup is missing for good. The new log has a\nnew name and begins over the events that are there. The key that is there signs it, so that no file changes and every\nmachine goes on; without one, or with --new-key, a key is added to the file of the audit key, which every machine needs\nthen. The event log.restarted holds the reason, and the size and root of the last known checkpoint of the earlier log. The\nservice may be running: all its processes accept writes within seconds.',
  operands: [],
  options: {
    reason: REASON,
    'new-key': { text: 'Sign with a new key, because the present one was stolen.' },
    'data-dir': DATA_DIR,
  },
  examples: [['audit restart --reason "restored the backup of Monday"', 'after `strongroom-admin restore`']],
  run: async (given, world) => {
    const reason = readReason(given);
    const folder = dataFolderOf(given, world);
    const store = storeOf(world.terminal, folder);
    const asked = { reason, isKeyNew: given.flag('new-key') };
    const restarted = await (await import('../../container/audit-log.ts')).restartLog(
      store,
      auditKeysOf(world.terminal, folder),
      asked,
    );
    world.terminal.out(reportOf(restarted));
  },
});

function reportOf({ origin, vkey, before, last }: RestartedLog): string {
  const known =
    last === undefined
      ? 'No checkpoint of an earlier log is known.'
      : `The last known checkpoint of ${last.origin} covers ${formatCount(last.size, 'event')}${last.size > before ? `: ${formatCount(last.size - before, 'event')} or more are missing` : ''}.`;
  return [
    `The log ${origin} begins over ${formatCount(before, 'event')}.`,
    known,
    'Its key, for auditors and witnesses:',
    vkey,
    '',
  ].join('\n');
}
