import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cleanLines, defineCommand, formatBytes, Problem } from '@strongroom/command-line';
import { unwritableProblem } from '../../account/config.ts';
import { signedIn } from '../../account/session.ts';

const auditCheckpoint = defineCommand({
  name: 'audit checkpoint',
  summary: 'Print the latest signed checkpoint of the audit log.',
  details:
    'Keep it where the operator cannot change it: `audit verify --checkpoint` then finds any later change of what it\ncovers.',
  operands: [],
  options: {},
  examples: [['audit checkpoint > "$(date +%F).checkpoint"', 'the checkpoint of today']],
  run: async (_given, world) => {
    const { client, signal } = await signedIn(world);
    const answer = await client.audit.checkpoint({ signal });
    world.terminal.out(cleanLines(await answer.text()));
  },
});

const auditDownload = defineCommand({
  name: 'audit download',
  summary: 'Download the audit log with its proofs, for `audit verify`.',
  details:
    'The file holds the whole Merkle tree, every checkpoint, and the events up to your own clearance; the others are counted.',
  operands: [{ name: 'FILE', text: 'The tar archive to write. An existing file is not replaced.', completes: 'files' }],
  options: {},
  examples: [['audit download log.tar', 'then: strongroom audit verify log.tar']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const file = given.operand('FILE');
    const { body } = await client.audit.exportLog({ signal });
    if (body === null) throw new Problem('the service sent nothing.');
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    await pipeline(Readable.from(body), target, { signal }).catch(async (error: unknown) => {
      throw (await unwritableProblem(file, error)) ?? error;
    });
    world.terminal.out(`${file}: ${formatBytes(target.bytesWritten)}\n`);
  },
});

export const LOG_COMMANDS = [auditCheckpoint, auditDownload] as const;
