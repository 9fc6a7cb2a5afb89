import { defineCommand } from '../../command/command.ts';
import type { RestartedLog } from '../../command/embedded.ts';
import { UsageProblem } from '../../errors/problem.ts';
import { counted } from '../../print/counted.ts';
import { auditKeysOf } from '../../service/audit-keys.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { storeOf } from '../../service/store.ts';

const MAX_REASON = 200;

/** Used after a restored database, a lost key or a stolen one. */
export const auditRestart = defineCommand({
  name: 'audit restart',
  summary: 'Begin a new audit log in place of one that cannot be continued.',
  details:
    'A service whose database was restored from a backup, or whose audit key is lost, refuses writes: /readyz says why. First\nlook for the newest database and for the key: what was recorded since the backup is missing for good. The new log has a\nnew name and a new key, and begins over the events that are there. Its event log.restarted holds the reason, and the size\nand root of the last known checkpoint of the earlier log. The service may be running: it accepts writes within a minute.',
  operands: [],
  options: {
    reason: { value: 'TEXT', text: `The reason, for auditors: one line, at most ${MAX_REASON} characters; required.` },
    'data-dir': DATA_DIR,
  },
  examples: [['audit restart --reason "restored the backup of Monday"', 'after `strongroom restore`']],
  run: async (given, world) => {
    const reason = given.text('reason')?.trim() ?? '';
    if (reason === '') throw new UsageProblem('say why, for auditors: --reason TEXT.');
    if (reason.length > MAX_REASON || /[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u.test(reason))
      throw new UsageProblem(`--reason is one line of at most ${MAX_REASON} characters.`);
    const folder = dataFolderOf(given, world);
    const store = storeOf(world.terminal, folder);
    const restarted = await world.embedded.restartLog(store, auditKeysOf(world.terminal, folder), reason);
    world.terminal.out(reportOf(restarted));
    return 0;
  },
});

function reportOf({ origin, vkey, before, last }: RestartedLog): string {
  const known =
    last === undefined
      ? 'No checkpoint of an earlier log is known.'
      : `The last known checkpoint of ${last.origin} covers ${counted(last.size, 'event')}${last.size > before ? `: ${counted(last.size - before, 'event')} or more are missing` : ''}.`;
  return [
    `The log ${origin} begins over ${counted(before, 'event')}.`,
    known,
    'Its key, for auditors and witnesses:',
    vkey,
    '',
  ].join('\n');
}
