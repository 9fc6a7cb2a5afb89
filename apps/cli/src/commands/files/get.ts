import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathInFolder, portableName, removeDeadParts, type Wait } from '@strongroom/client';
import { clean, cleanJson, defineCommand, JSON_OPTION, UsageProblem, type World } from '@strongroom/command-line';
import { chosenKeys, KEY_OPTIONS } from '../../account/key-choice.ts';
import { type Session, sayingOnce, signedIn } from '../../account/session.ts';
import { fileNamed, filesNamed, type Selection } from '../../naming/files.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { type Destined, destinations, placedBelow, renamedHere } from '../../transfer/destinations.ts';
import type { GetOutcome } from '../../transfer/get-files.ts';
import { meterOn } from '../../transfer/meter.ts';
import { tellFailures } from '../../transfer/outcome.ts';
import { tellRenamed } from '../../transfer/renamed.ts';
import { countsOf, tellSummary } from '../../transfer/summary.ts';
import { openTransferLog } from '../../transfer/transfer-log.ts';
import { ROOM } from '../rooms/operand.ts';
import { PARALLEL, parallelFrom } from './parallel.ts';

export const get = defineCommand({
  name: 'get',
  summary: 'Download a file, a folder or a whole room, and decrypt and verify it on this machine.',
  details:
    'A file gets its name once it is complete and verified; only you can read it. If verification fails, or the size is not the\none in the list of the room, nothing is written. Files that an earlier run downloaded and that have not changed here are\nskipped. A name that begins with a dot gets "_" before it, unless you give it with --to. If several files have one path,\nthe newest keeps it and the others get a part of their id; upper and lower case count as one, as on some disks.',
  operands: [
    ROOM,
    {
      name: 'PATH',
      completes: 'paths',
      isOptional: true,
      text: 'A file or folder in the room, or the id or unique name of a file. Default: everything.',
    },
  ],
  options: {
    to: {
      value: 'DEST',
      completes: 'files',
      text: 'Destination. For a file: a name, an existing folder, or - for standard output. For a folder: the folder that its files go into. Default: its name in the room.',
    },
    overwrite: { text: 'Replace an existing file.' },
    ...PARALLEL,
    ...KEY_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    ['get Falcon offer.pdf', 'into ./offer.pdf'],
    ['get Falcon 2027/contracts --to contracts', 'a folder, with what is below it'],
    ['get Falcon', 'everything, into ./Falcon'],
    ['get Falcon dump.sql --to - | psql', 'nothing is passed on before all of it is verified'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const parallel = parallelFrom(given);
    const to = given.text('to');
    const waits: { tell: (wait: Wait) => void } = { tell: () => undefined };
    const session = await signedIn(world, { keys: chosenKeys(given), onWait: (wait) => waits.tell(wait) });
    waits.tell = sayingOnce(world, session.url);
    const room = await roomNamed(session, given.operand('ROOM'));
    const path = given.maybe('PATH');
    if (to === '-') return toOutput(session, world, room.id, path);
    const selection = await filesNamed(session, room.id, path);
    const name = selection.below.split('/').at(-1) || portableName(room.name);
    const files = await destinedTo(selection, to, name);
    tellRenamed(terminal, 'here', renamedHere(files));
    for (const folder of new Set(files.flatMap(({ path: at }) => (at === null ? [] : [dirname(at)]))))
      await removeDeadParts(folder);
    const size = selection.files.reduce((sum, file) => sum + file.size, 0);
    const isPlain = !given.flag('json') && !terminal.isTerminal;
    const outcomes: GetOutcome[] = [];
    const onOutcome = (outcome: GetOutcome): void => {
      outcomes.push(outcome);
      if (isPlain && outcome.error === undefined) terminal.out(`${outcome.id}\t${clean(outcome.path ?? '')}\n`);
    };
    const { getFiles } = await import('../../transfer/get-files.ts');
    const began = performance.now();
    const transferLog = await openTransferLog(terminal);
    const meter = await meterOn(terminal, 'get', files.length, size);
    waits.tell = meter.waiting;
    try {
      await getFiles({ session, transferLog, meter, parallel, overwrite: given.flag('overwrite'), onOutcome }, files);
    } finally {
      meter.stop();
      transferLog.close();
      const counts = countsOf(outcomes, ['downloaded', 'unchanged']);
      const seconds = (performance.now() - began) / 1000;
      if (given.flag('json'))
        terminal.out(`${cleanJson({ room_id: room.id, ...counts, seconds, files: outcomes }, 2)}\n`);
      tellSummary(terminal, 'downloaded', {
        outcomes,
        files: files.length,
        size,
        seconds,
        to: selection.isFolder ? (to ?? pathInFolder('.', { name })) : (files[0]?.path ?? undefined),
      });
    }
    return tellFailures(terminal, outcomes);
  },
});

/** A single destination needs a single file: several matches are an error that lists them, not a guess. */
async function toOutput(
  session: Session,
  { terminal }: World,
  roomId: string,
  path: string | undefined,
): Promise<number> {
  if (path === undefined) throw new UsageProblem('only one file can go to standard output: name it.');
  const { id, size } = await fileNamed(session, roomId, path);
  await terminal.pour(await session.client.downloadStream(id, { signal: session.signal, size }));
  return 0;
}

async function destinedTo(selection: Selection, to: string | undefined, name: string): Promise<readonly Destined[]> {
  const { files, below, isFolder } = selection;
  if (isFolder) return destinations(placedBelow(files, below), to ?? pathInFolder('.', { name }));
  const [file] = files;
  if (file === undefined) return [];
  if (to !== undefined && !to.endsWith('/') && !(await isFolderHere(to))) return [{ file, path: to }];
  return destinations([{ file, folder: '' }], to === undefined ? '.' : join(to));
}

const isFolderHere = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
