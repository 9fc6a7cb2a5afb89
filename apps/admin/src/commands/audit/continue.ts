import { defineCommand, formatCount } from '@strongroom/command-line';
import { auditKeysOf, keepersOf } from '../../service/audit-keys.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { storeOf } from '../../service/store.ts';
import { REASON, readReason } from './reason.ts';

/** For a store that moved after the service at its old place was stopped. */
export const auditContinue = defineCommand({
  name: 'audit continue',
  summary: 'Let a moved store continue its audit log: no later log exists.',
  details:
    'A store that was restored or moved refuses writes, because its audit log may have gone on elsewhere. Say so only if the\nservice at the old place was stopped before the copy was made, and nothing was recorded there since: two continuations of\none log look like tampering to every auditor. Otherwise run `strongroom-admin audit restart`. The event log.continued holds the\nreason. A log that does not continue a known checkpoint is refused. The service may be running: it accepts writes within\nseconds.',
  operands: [],
  options: { reason: REASON, 'data-dir': DATA_DIR },
  examples: [['audit continue --reason "moved to a new machine, the old one was stopped before"', 'after a move']],
  run: async (given, world) => {
    const reason = readReason(given);
    const { terminal } = world;
    const folder = dataFolderOf(given, world);
    const asked = { reason, keepers: keepersOf(terminal) };
    const { origin, size } = await (await import('../../container/audit-log.ts')).continueLog(
      storeOf(terminal, folder),
      auditKeysOf(terminal, folder),
      asked,
    );
    terminal.out(`The log ${origin} goes on after ${formatCount(size, 'event')}.\n`);
  },
});
