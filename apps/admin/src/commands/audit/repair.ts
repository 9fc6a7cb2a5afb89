import { cleanLine, defineCommand, formatCount, Problem } from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { textOfFile } from '@strongroom/store-kit/node';
import { auditKeysOf, keepersOf } from '../../service/audit-keys.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { storeOf } from '../../service/store.ts';
import type { GivenCheckpoint, RepairedLog } from '../../service/stores.ts';

/** Used when the service refuses writes because of a damaged tree. */
export const auditRepair = defineCommand({
  name: 'audit repair',
  summary: 'Rebuild damaged tiles and a damaged index of the audit log.',
  details:
    'A service whose tree is damaged at its right edge refuses writes: /readyz says edge_is_damaged. This command computes\nthe tree from the entries, and the index of lists from the events. It changes nothing unless the entries agree with every\nknown checkpoint: the last one of the store, the one that was noted last, those of the keepers that\nSTRONGROOM_AUDIT_KEEPERS names, and those that you give. A checkpoint of a keeper that no key of the log signed is named,\nand counts for nothing. The service may be running: it accepts writes within a minute.',
  operands: [],
  options: {
    checkpoint: {
      value: 'FILE',
      text: 'A checkpoint that was kept elsewhere, several times: the entries must agree with it.',
      completes: 'files',
      isRepeated: true,
    },
    'data-dir': DATA_DIR,
  },
  examples: [['audit repair --checkpoint kept.txt', 'after /readyz said edge_is_damaged']],
  run: async (given, world) => {
    const { terminal } = world;
    const folder = dataFolderOf(given, world);
    const store = storeOf(terminal, folder);
    const checkpoints = await Promise.all(given.texts('checkpoint').map(givenCheckpoint));
    const known = { keepers: keepersOf(terminal), checkpoints };
    terminal.out(
      reportOf(
        await (await import('../../container/audit-log.ts')).repairLog(store, auditKeysOf(terminal, folder), known),
      ),
    );
  },
});

async function givenCheckpoint(path: string): Promise<GivenCheckpoint> {
  try {
    return { where: `in ${path}`, note: await textOfFile(path) };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    throw new Problem(`${path} cannot be read (${code}).`, { cause: error });
  }
}

function reportOf({ size, mended, reindexed, agrees, unsigned }: RepairedLog): string {
  const done = mended.length === 0 ? 'No tile is damaged.' : `Rebuilt ${formatCount(mended.length, 'tile')}:`;
  return [
    done,
    ...mended.map((name) => `  ${name}`),
    ...(reindexed.length === 0 ? [] : ['Rebuilt the index of lists:']),
    ...(reindexed.some(({ of }) => of.includes('times'))
      ? ['  Restart the service, which remembers the wrong times.']
      : []),
    ...reindexed.map(({ first, last, of }) => `  events ${first} to ${last}: ${cleanLine(of.join('; '))}`),
    `The log has ${formatCount(size, 'event')} and agrees with these checkpoints:`,
    ...agrees.map(({ where, size: covered }) => `  ${formatCount(covered, 'event')}, ${cleanLine(where)}`),
    ...unsigned.map(
      (where) => `No key of this log signed a checkpoint ${cleanLine(where)}: find out who put it there.`,
    ),
    '',
  ].join('\n');
}
