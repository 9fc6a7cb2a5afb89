import type { Wait } from '@strongroom/client';
import { cleanJson, cleanLine, defineCommand, formatBytes, formatCount, JSON_OPTION } from '@strongroom/command-line';
import { chosenKeys, KEY_OPTIONS } from '../../account/key-choice.ts';
import { sayingOnce, signedIn } from '../../account/session.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { printFailures } from '../../transfer/outcome.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';
import { PARALLEL_OPTION, parseParallel } from './parallel.ts';

export const exportRoom = defineCommand({
  name: 'export',
  summary: 'Export a whole room with its record, so that anyone can verify it offline.',
  details:
    'For owners of a room, at its closing. DIR gets every file that you may read, decrypted, in files/; index.csv and index.html;\nmembers.csv; the events of the room with their proofs in record/; and MANIFEST.sha256, which `sha256sum --check` reads. The log\nrecords the export before the first key is released, and at the end the hash of the manifest.\nAfter an interruption run it again: finished files are compared and not downloaded again, and those that left the room are\nremoved. A file that cannot be read is named in the index.',
  operands: [
    ROOM_OPERAND,
    { name: 'DIR', text: 'A folder that is new, empty or of an earlier run.', completes: 'files' },
  ],
  options: { ...PARALLEL_OPTION, ...KEY_OPTIONS, ...JSON_OPTION },
  examples: [
    ['export Falcon ./Falcon', 'the room with its record'],
    ['audit verify ./Falcon --key "$VKEY"', 'anyone verifies it later, without the service'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const waits: { tell: (wait: Wait) => void } = { tell: () => undefined };
    const session = await signedIn(world, { keys: chosenKeys(given), onWait: (wait) => waits.tell(wait) });
    waits.tell = sayingOnce(world, session.url);
    const room = await roomNamed(session, given.operand('ROOM'));
    const path = given.operand('DIR');
    const { exportTo } = await import('../../binder/export.ts');
    const onMeter = (meter: { waiting: (wait: Wait) => void }): void => {
      waits.tell = meter.waiting;
    };
    const made = await exportTo(path, { session, terminal, room, parallel: parseParallel(given), onMeter });
    const { outcomes, ...counts } = made;
    if (given.flag('json')) terminal.out(`${cleanJson({ room_id: room.id, ...counts }, 2)}\n`);
    else
      terminal.out(
        `${cleanLine(path)}: ${formatCount(made.files, 'file')} (${formatBytes(made.bytes)}), ${formatCount(made.events, 'event')}, manifest ${made.manifest_sha256}\n`,
      );
    return printFailures(terminal, outcomes);
  },
});
