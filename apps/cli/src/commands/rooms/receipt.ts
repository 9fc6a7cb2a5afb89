import type { DestructionReceipt } from '@strongroom/client';
import {
  type Column,
  cleanLines,
  defineCommand,
  formatCount,
  LIST_OPTIONS,
  listOptionsOf,
  localMinute,
  printList,
  printOne,
  printOptionsOf,
  showsNames,
  type Terminal,
  UsageProblem,
} from '@strongroom/command-line';
import { type Session, signedIn } from '../../account/session.ts';
import { writeProof } from '../../log-export/write-proof.ts';
import { namesOf } from '../../naming/names.ts';
import { isId, matchingName, theOne } from '../../naming/one.ts';

const RECEIPT_COLUMNS: readonly Column<DestructionReceipt>[] = [
  ['receipt', ({ id }) => id],
  ['room', ({ room_id: room }) => room],
  ['name', ({ room_name: name }) => name],
  ['status', ({ status }) => status],
  ['deleted', ({ deleted_at: at, deleted_by: by }) => `${at} by ${by}`],
  ['files', (receipt) => `${receipt.files_destroyed} of ${receipt.files_total} destroyed`],
  ['wrapped keys', ({ keys_destroyed: keys }) => `${keys} destroyed`],
  ['key', ({ key }) => `${key.kms_key_id} ${key.state}${key.at === null ? '' : ` ${key.at}`}`],
  ['completed', ({ completed_at: at }) => at],
];

/** Prints a receipt; for a person with local times and the address of the user who deleted the room. */
export async function printReceipt(
  how: Readonly<{ terminal: Terminal; isJson: boolean }>,
  session: Session,
  receipt: DestructionReceipt,
): Promise<void> {
  if (how.isJson || !how.terminal.isTerminal) {
    printOne(how, receipt, RECEIPT_COLUMNS);
    return;
  }
  const names = await namesOf(session, { users: [receipt.deleted_by] });
  const shown: Readonly<Record<string, Column<DestructionReceipt>[1]>> = {
    deleted: ({ deleted_at: at, deleted_by: by }) => `${localMinute(at)} by ${names.user(by)}`,
    completed: ({ completed_at: at }) => at && localMinute(at),
  };
  printOne(
    how,
    receipt,
    RECEIPT_COLUMNS.map(([title, text]) => [title, shown[title] ?? text]),
  );
}

const RECEIPTS_COLUMNS: readonly Column<DestructionReceipt>[] = [
  ['receipt', ({ id }) => id, 'id'],
  ['room', ({ room_id: room }) => room, 'id'],
  ['name', ({ room_name: name }) => name],
  ['status', ({ status }) => status],
  ['deleted', ({ deleted_at: at }) => at, 'moment'],
  ['by', ({ deleted_by: by }) => by],
  ['files', ({ files_destroyed: destroyed, files_total: total }) => `${destroyed} of ${total}`],
  ['key', ({ key }) => key.state],
];

export const receipts = defineCommand({
  name: 'receipts',
  summary: 'List the receipts of deleted rooms, newest first.',
  details:
    'Owners, security officers and auditors see every receipt, others those of the rooms they deleted. A proof shows offline,\nyears later, that the destruction is in the audit log: `audit verify` verifies it.',
  operands: [],
  options: {
    proofs: {
      value: 'FOLDER',
      text: 'Write the proof of each complete destruction into this folder.',
      completes: 'files',
    },
    ...LIST_OPTIONS,
  },
  examples: [
    ['receipts', 'one line for each deleted room'],
    ['receipts --proofs receipts', 'to keep with your papers'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, signal } = session;
    const all = await client.receipts.list({ per_page: 100 }, { signal }).all();
    const folder = given.text('proofs');
    if (folder === undefined) {
      const names = await namesOf(session, {
        users: showsNames(given, world) ? all.map(({ deleted_by: by }) => by) : [],
      });
      const columns: readonly Column<DestructionReceipt>[] = RECEIPTS_COLUMNS.map((column) =>
        column[0] === 'by' && showsNames(given, world) ? ['by', ({ deleted_by: by }) => names.user(by)] : column,
      );
      await printList(listOptionsOf(given, world), all, columns, 'There is no receipt.');
      return 0;
    }
    const complete = all.filter(({ status }) => status === 'complete');
    for (const { id } of complete) {
      const answer = await client.receipts.proof(id, { signal });
      await writeProof(folder, `${id}.proof`, await answer.text());
    }
    world.terminal.out(`${folder}: ${formatCount(complete.length, 'proof')}\n`);
    return 0;
  },
});

export const receipt = defineCommand({
  name: 'receipt',
  summary: 'Follow the destruction of a deleted room.',
  operands: [{ name: 'RECEIPT', text: 'The id that `rooms delete` printed, or the end of it.' }],
  options: {
    proof: { text: 'Print the proof that the destruction is in the audit log, for `audit verify`.' },
    files: { text: 'List every file with the times at which it and its key were destroyed.' },
    ...LIST_OPTIONS,
  },
  examples: [
    ['receipt 6d1c…', 'is everything gone?'],
    ['receipt 6d1c… --files', 'file by file'],
    ['receipt 6d1c… --proof > falcon.proof', 'to show it years later'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, signal } = session;
    const text = given.operand('RECEIPT');
    const id = isId(text)
      ? text
      : theOne(
          matchingName(await client.receipts.list({ per_page: 100 }, { signal }).all(), text, () => ''),
          { kind: 'receipt', text, describe: (one) => `${one.id}  deleted ${one.deleted_at}` },
        ).id;
    if (given.flag('proof')) {
      if (given.flag('files')) throw new UsageProblem('say --files or --proof, not both.');
      const answer = await client.receipts.proof(id, { signal });
      world.terminal.out(cleanLines(await answer.text()));
      return 0;
    }
    if (given.flag('files'))
      await printList(
        listOptionsOf(given, world),
        await client.receipts.files(id, { per_page: 100 }, { signal }).all(),
        [
          ['file', ({ file_id: file }) => file, 'id'],
          ['name', ({ folder, name }) => (folder ? `${folder}/${name}` : name)],
          ['destroyed', ({ object_destroyed_at: at }) => at, 'moment'],
          ['key destroyed', ({ wrapped_key_destroyed_at: at }) => at, 'moment'],
        ],
        'There was no file, or none is destroyed yet.',
      );
    else await printReceipt(printOptionsOf(given, world), session, await client.receipts.get(id, { signal }));
    return 0;
  },
});
