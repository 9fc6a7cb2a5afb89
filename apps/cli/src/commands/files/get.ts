import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeDeadParts, type Wait } from '@strongroom/client';
import {
  cleanJson,
  cleanLine,
  defineCommand,
  EXIT,
  JSON_OPTION,
  Problem,
  type TypedArguments,
  UsageProblem,
  type World,
} from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { chosenKeys, KEY_OPTIONS } from '../../account/key-choice.ts';
import { type Session, sayingOnce, signedIn } from '../../account/session.ts';
import { fileNamed, pathOf } from '../../naming/files.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { versionNumber } from '../../naming/versions.ts';
import { renamedHere } from '../../transfer/destinations.ts';
import type { GetOutcome } from '../../transfer/get-files.ts';
import { meterOn } from '../../transfer/meter.ts';
import { printFailures } from '../../transfer/outcome.ts';
import { countsOf, tellRenamed, tellSummary } from '../../transfer/summary.ts';
import { openTransferLog } from '../../transfer/transfer-log.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';
import { chosenBy, destinedTo, folderOf, type RequestedPaths, versionNamed } from './get-plan.ts';
import { PARALLEL_OPTION, parseParallel } from './parallel.ts';

export const get = defineCommand({
  name: 'get',
  summary: 'Download a file, a folder or a whole room, and decrypt and verify it on this machine.',
  details:
    'A file gets its name once it is complete and verified; only you can read it. If verification fails, or the size is not the\none in the list of the room, nothing is written. Files that an earlier run downloaded and that have not changed here are\nskipped, even if that run was killed. Empty folders are made too. A name that begins with a dot gets "_" before it, unless you give it with --to or --keep-dots. If several files have one path,\nthe newest keeps it and the others get a part of their id; upper and lower case count as one, as on some disks.',
  operands: [
    ROOM_OPERAND,
    {
      name: 'PATH',
      completes: 'paths',
      isOptional: true,
      isRepeated: true,
      text: 'Files and folders in the room, by path, pattern, id or unique name. Default: everything.',
    },
  ],
  options: {
    to: {
      value: 'DEST',
      completes: 'files',
      text: 'Destination. For a file: a name, an existing folder, a device or pipe, or - for standard output. For a folder: the folder that its files go into. For several: the folder that holds them. Default: its name in the room.',
    },
    version: { value: 'NUMBER', text: 'Version of the file, as `versions` lists it. Default: the current one.' },
    overwrite: { text: 'Replace an existing file.' },
    'keep-dots': { text: 'Keep leading dots of names. Shells, ssh and git obey some of these files.' },
    'dry-run': { text: 'Only print the destination of each file.' },
    ...PARALLEL_OPTION,
    ...KEY_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    ['get Falcon offer.pdf', 'into ./offer.pdf'],
    ['get Falcon 2027/contracts --to contracts', 'a folder, with what is below it'],
    ['get Falcon', 'everything, into ./Falcon'],
    ["get Falcon a.txt b.txt '2027/*.pdf' --to in", 'several, into ./in'],
    ['get Falcon offer.pdf --version 1 --to first.pdf', 'an earlier version'],
    ['get Falcon dump.sql --to - | psql', 'nothing is passed on before all of it is verified'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const parallel = parseParallel(given);
    const to = given.text('to');
    const waits: { tell: (wait: Wait) => void } = { tell: () => undefined };
    const session = await signedIn(world, { keys: chosenKeys(given), onWait: (wait) => waits.tell(wait) });
    waits.tell = sayingOnce(world, session.url);
    const room = await roomNamed(session, given.operand('ROOM'));
    const paths = given.operands('PATH');
    const number = versionIn(given);
    if (to === '-') return toOutput(session, world, room.id, { paths, number });
    const chosen = await chosenBy(session, room, { paths, number });
    const { files, folders } = await destinedTo(chosen, room.name, { to, keepDots: given.flag('keep-dots') });
    tellRenamed(terminal, 'here', renamedHere(files));
    if (given.flag('dry-run')) {
      for (const { file, path } of files) terminal.out(`${file.id}\t${cleanLine(path ?? pathOf(file))}\n`);
      return EXIT.done;
    }
    for (const folder of new Set(files.flatMap(({ path: at }) => (at === null ? [] : [dirname(at)]))))
      await removeDeadParts(folder);
    const size = files.reduce((sum, { file }) => sum + file.size, 0);
    const isPlain = !given.flag('json') && !terminal.isTerminal;
    const outcomes: GetOutcome[] = [];
    const onOutcome = (outcome: GetOutcome): void => {
      outcomes.push(outcome);
      if (isPlain && outcome.error === undefined) terminal.out(`${outcome.id}\t${cleanLine(outcome.path ?? '')}\n`);
    };
    const { getFiles } = await import('../../transfer/get-files.ts');
    const began = performance.now();
    const transferLog = await openTransferLog(terminal);
    const meter = await meterOn(terminal, 'get', files.length, size);
    waits.tell = meter.waiting;
    try {
      for (const folder of folders) await makeFolder(folder);
      await getFiles({ session, transferLog, meter, parallel, overwrite: given.flag('overwrite'), onOutcome }, files);
    } finally {
      meter.stop();
      transferLog.close();
      const counts = countsOf(outcomes, ['downloaded', 'unchanged']);
      const seconds = (performance.now() - began) / 1000;
      if (given.flag('json'))
        terminal.out(`${cleanJson({ room_id: room.id, ...counts, seconds, files: outcomes, folders }, 2)}\n`);
      tellSummary(terminal, 'downloaded', {
        outcomes,
        files: files.length,
        size,
        seconds,
        to: files.length === 1 ? (files[0]?.path ?? undefined) : folderOf(chosen, room.name, to),
      });
    }
    return printFailures(terminal, outcomes);
  },
});

/** A single destination needs a single file: several matches are an error that lists them, not a guess. */
async function toOutput(
  session: Session,
  { terminal }: World,
  roomId: string,
  { paths, number }: RequestedPaths,
): Promise<number> {
  const [path, ...more] = paths;
  if (path === undefined || more.length > 0) throw new UsageProblem('one file can go to standard output: name it.');
  const named =
    number === undefined ? fileNamed(session, roomId, path) : versionNamed(session, roomId, { paths, number });
  const { id, size, version } = await named;
  await terminal.pour(await session.client.downloadStream(id, { signal: session.signal, size, version }));
  return 0;
}

function versionIn(given: TypedArguments<'version', never>): number | undefined {
  const text = given.text('version');
  return text === undefined ? undefined : versionNumber(text);
}

/** Makes a folder that has no file. Throws Problem. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw new Problem(`the folder ${path} cannot be made (${systemErrorCode(error) ?? String(error)}).`, {
      cause: error,
    });
  }
}
