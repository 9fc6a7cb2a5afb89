import type { Wait } from '@strongroom/client';
import {
  cleanJson,
  cleanLine,
  defineCommand,
  EXIT,
  JSON_OPTION,
  printOptionsOf,
  type TypedArguments,
  UsageProblem,
} from '@strongroom/command-line';
import { canonicalServiceAddress } from '../../account/is-same-service.ts';
import { chosenKeys, KEY_OPTIONS } from '../../account/key-choice.ts';
import { sayingOnce, signedIn } from '../../account/session.ts';
import { pathOf } from '../../naming/files.ts';
import { labelNamed } from '../../naming/labels.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { meterOn, type TransferMeter } from '../../transfer/meter.ts';
import { NamesOfRoom } from '../../transfer/names-of-room.ts';
import { printFailures } from '../../transfer/outcome.ts';
import type { PutOutcome } from '../../transfer/put-files.ts';
import type { FolderOutcome } from '../../transfer/put-folders.ts';
import { countsOf, tellRenamed, tellSummary } from '../../transfer/summary.ts';
import type { OnTaken } from '../../transfer/taken.ts';
import { openTransferLog } from '../../transfer/transfer-log.ts';
import { planOf } from '../../transfer/walk.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';
import { PARALLEL_OPTION, parseParallel } from './parallel.ts';

export const put = defineCommand({
  name: 'put',
  summary: 'Encrypt files, folders or standard input on this machine and upload them to a room.',
  details:
    'A file has at most 100 MiB (104 857 600 bytes). A folder keeps its structure, with empty folders, and its name; `FOLDER/.` leaves the name out.\nFiles that an earlier run has put and that have not changed are skipped, even if that run was killed: a log on this\nmachine remembers them, by size and time, and by their contents: so a file that was only touched, or downloaded by `get`, is\nunchanged. Symbolic links in folders, unfinished downloads\nand files of desktops (--all sends those) are left out and reported. Unreadable files are reported too, and the\ncommand ends with 1. If the room has another file at a path, a terminal is asked; without one nothing is sent unless\n--replace or --keep-both says what to do. A file that is replaced keeps its id, and its earlier\ncontents as versions, to which links that carry a key still lead. If standard output is not a terminal, it gets one line for each file: id, tab, path in the room.',
  operands: [
    ROOM_OPERAND,
    { name: 'PATH', text: 'Files and folders; - is standard input.', isRepeated: true, completes: 'files' },
  ],
  options: {
    to: { value: 'FOLDER', text: 'The folder in the room.' },
    name: { value: 'NAME', text: 'The name of standard input in the room.' },
    label: {
      completes: 'labels',
      value: 'LABEL',
      text: 'Classification label of the files, also by its name; the higher of it and the label of the room applies.',
    },
    'content-type': { value: 'TYPE', text: 'Media type of all files, instead of the types of their extensions.' },
    replace: {
      text: 'Make a new version of the newest file with the same path in the room.',
    },
    'keep-both': { text: 'Leave files with the same path as they are, beside the new ones.' },
    all: { text: 'Also send what desktops write for themselves, such as .DS_Store, Thumbs.db and ~$locks.' },
    'dry-run': { text: 'Only print which files are new, unchanged, or at a taken path.' },
    again: { text: 'Also send unchanged files that were uploaded before.' },
    ...PARALLEL_OPTION,
    ...KEY_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    ['put Falcon offer.pdf', 'one file'],
    ['put Falcon contracts --to 2027', 'a folder: its files are in 2027/contracts'],
    [
      'put Falcon contracts/. --replace',
      'what is in the folder, as new versions of the files that have the same paths',
    ],
    ['put Falcon - --name dump.sql < dump.sql', 'standard input'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const named = given.operands('PATH');
    const folder = (given.text('to') ?? '').replaceAll(/^\/+|\/+$/gu, '').normalize('NFC');
    const name = given.text('name')?.normalize('NFC');
    const onTaken = onTakenFrom(given);
    const type = given.text('content-type');
    const isStream = named.includes('-');
    if (isStream !== (name !== undefined))
      throw new UsageProblem('--name says what standard input is called in the room: both go together.');
    if (isStream && given.flag('dry-run')) throw new UsageProblem('--dry-run reads no standard input.');
    if (isStream && named.length > 1) throw new UsageProblem('standard input goes alone.');
    const waits: { tell: (wait: Wait) => void } = { tell: () => undefined };
    const session = await signedIn(world, { keys: chosenKeys(given), onWait: (wait) => waits.tell(wait) });
    waits.tell = sayingOnce(world, session.url);
    const typed = given.text('label');
    const label = typed === undefined ? undefined : await labelNamed(session, typed);
    const parallel = parseParallel(given);
    const { contentTypeOf } = await import('../../transfer/content-type.ts');
    if (name !== undefined) {
      const { id } = await roomNamed(session, given.operand('ROOM'));
      const { putStream } = await import('./put-stream.ts');
      const description = { name, folder, content_type: type ?? contentTypeOf(name), classification: label };
      return putStream(session, id, description, {
        ...printOptionsOf(given, world),
        onTaken,
        isAgain: given.flag('again'),
        isTyped: type !== undefined,
      });
    }
    const plan = await planOf(named, folder, { isAll: given.flag('all') });
    for (const { path, because } of plan.skipped) terminal.err(`left out ${cleanLine(path)}: ${because}.\n`);
    for (const { path, because } of plan.unread) terminal.err(`strongroom: ${cleanLine(path)}: ${because}.\n`);
    tellRenamed(
      terminal,
      'in the room',
      plan.files.flatMap((file) => (file.isRenamed === true ? [{ before: file.path, now: pathOf(file) }] : [])),
    );
    const { id: roomId } = await roomNamed(session, given.operand('ROOM'));
    const size = plan.files.reduce((sum, file) => sum + file.size, 0);
    const isPlain = !given.flag('json') && !terminal.isTerminal;
    const leftOut = { skipped: plan.skipped, unread: plan.unread };
    const outcomes: PutOutcome[] = [];
    const folders: FolderOutcome[] = [];
    const onOutcome = (outcome: PutOutcome): void => {
      outcomes.push(outcome);
      if (isPlain && outcome.id !== null) terminal.out(`${outcome.id}\t${cleanLine(outcome.room_path)}\n`);
    };
    const { comparedFiles, putFiles, standingFor } = await import('../../transfer/put-files.ts');
    const { foldersAt, putFolders } = await import('../../transfer/put-folders.ts');
    let began = performance.now();
    let meter: TransferMeter | undefined;
    const transferLog = await openTransferLog(terminal);
    try {
      const files = new NamesOfRoom(transferLog).restored(
        { service: canonicalServiceAddress(session.url), room: roomId },
        plan.files,
      );
      const asked = {
        session,
        roomId,
        transferLog,
        again: given.flag('again'),
        onTaken,
        terminal,
        classification: label,
        isTyped: type !== undefined,
        contentType: (file: string) => type ?? contentTypeOf(file),
      };
      if (given.flag('dry-run')) {
        for (const [file, what] of await comparedFiles(asked, files))
          terminal.out(`${what}\t${cleanLine(pathOf(file))}\n`);
        for (const [path, id] of await foldersAt(session, roomId, plan.emptyFolders))
          terminal.out(`${id === undefined ? 'new' : 'unchanged'}\t${cleanLine(path)}/\n`);
        return plan.unread.length > 0 ? EXIT.notDone : EXIT.done;
      }
      // A bar would be in the way of the question, and the time in which a person thinks is not part of the transfer.
      const standing = await standingFor(asked, files);
      began = performance.now();
      meter = await meterOn(terminal, 'put', plan.files.length, size);
      waits.tell = meter.waiting;
      await putFiles({ ...asked, meter, parallel, onOutcome }, files, standing);
      folders.push(...(await putFolders(session, roomId, plan.emptyFolders)));
    } finally {
      meter?.stop();
      transferLog.close();
      const counts = countsOf(outcomes, ['uploaded', 'unchanged']);
      const seconds = (performance.now() - began) / 1000;
      if (given.flag('json') && !given.flag('dry-run'))
        terminal.out(
          `${cleanJson({ room_id: roomId, ...counts, seconds, files: outcomes, folders, ...leftOut }, 2)}\n`,
        );
      if (meter !== undefined)
        tellSummary(terminal, 'uploaded', {
          outcomes,
          files: plan.files.length,
          unread: plan.unread.length,
          size,
          seconds,
        });
    }
    const code = printFailures(terminal, [...folders, ...outcomes]);
    return plan.unread.length > 0 ? EXIT.notDone : code;
  },
});

function onTakenFrom(given: TypedArguments<'replace' | 'keep-both', never>): OnTaken {
  if (given.flag('replace') && given.flag('keep-both'))
    throw new UsageProblem('--replace and --keep-both contradict each other.');
  if (given.flag('replace')) return 'replace';
  return given.flag('keep-both') ? 'keep both' : 'ask';
}
