import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { defineCommand, Problem, type TypedArguments, UsageProblem, type World } from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { replacePrivateFile } from '../../container/private-file.ts';
import { auditKeysOf } from '../../service/audit-keys.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { storeOf } from '../../service/store.ts';

type KeyOptions = TypedArguments<'make' | 'out' | 'stage' | 'rotate' | 'data-dir', never>;

export const auditKey = defineCommand({
  name: 'audit key',
  summary: 'Make a private key of the audit log, or change it.',
  details:
    '`strongroom audit key` prints the public keys. --make prints a private key for the file that\nSTRONGROOM_AUDIT_KEY names. The key of a log is changed in two steps: --stage puts the next key into the file, beside the\npresent one, or with --out writes a file with both where the present file is read-only. Give that file to every machine.\nThen --rotate changes the log to the next key: the earlier key signs with it for 90 days, and an event names the new one.\nA machine whose file lacks it logs audit.key_is_missing_here and shows audit_key in /readyz. With the key of the data\nfolder --rotate does both steps at once.',
  operands: [],
  options: {
    make: { value: 'ADDRESS', text: 'Make a private key for a service at this address, such as rooms.example.com.' },
    out: {
      value: 'FILE',
      text: 'Write the private key to a new file that this user alone can read.',
      completes: 'files',
    },
    stage: { text: 'Add the next key to the file of the audit key. The service may be running.' },
    rotate: { text: 'Change the log to the next key. The service may be running.' },
    'data-dir': DATA_DIR,
  },
  examples: [
    ['audit key --make rooms.example.com --out /etc/strongroom/audit.key', 'before the first start with MongoDB'],
    ['audit key --stage --out next.key', 'the file for the next deployment of a read-only secret'],
    ['audit key --rotate', 'once every machine has that file'],
  ],
  run: async (given, world) => {
    const isMaking = given.text('make') !== undefined;
    const [isStaging, isRotating] = [given.flag('stage'), given.flag('rotate')];
    if ([isMaking, isStaging, isRotating].filter(Boolean).length > 1)
      throw new UsageProblem('say one of --make, --stage and --rotate.');
    const hasOut = given.text('out') !== undefined;
    if (hasOut && !isMaking && !isStaging && !isRotating) throw new UsageProblem('--out goes with --make or --stage.');
    if (isMaking) return make(given, world);
    // The log cannot change to a key that no machine has yet: this is the first step.
    if (isStaging || (isRotating && hasOut)) return stage(given, world);
    if (isRotating) return rotate(given, world);
    throw new UsageProblem('say --make, --stage or --rotate. `strongroom audit key` prints the public keys.');
  },
});

async function make(given: KeyOptions, { terminal }: World): Promise<number> {
  const address = given.text('make') ?? '';
  if (!/^[^\s+/]+(?:\/[^\s+/]+)*$/u.test(address.replace(/^https?:\/\//u, '')))
    throw new UsageProblem('--make takes the address of the service, such as rooms.example.com.');
  const line = `${await (await import('../../container/audit-log.ts')).makeAuditKey(address)}\n`;
  const out = given.text('out');
  if (out === undefined) terminal.out(line);
  else await writeNew(out, line);
  return 0;
}

async function stage(given: KeyOptions, world: World): Promise<number> {
  const { terminal } = world;
  const folder = dataFolderOf(given, world);
  const keys = auditKeysOf(terminal, folder);
  const { content, vkey } = await (await import('../../container/audit-log.ts')).stageAuditKey(
    storeOf(terminal, folder),
    keys,
  );
  const out = given.text('out');
  if (out === undefined) await writePrivate(resolve(keys.file), content);
  else await writeNew(out, content);
  terminal.out(`${vkey}\n`);
  terminal.err(
    `${out ?? keys.file} holds the present key and the next one. Give it to every machine as the file of its audit key, then run \`strongroom-admin audit key --rotate\`.\n`,
  );
  return 0;
}

async function rotate(given: KeyOptions, world: World): Promise<number> {
  const { terminal } = world;
  const folder = dataFolderOf(given, world);
  const keys = auditKeysOf(terminal, folder);
  const { vkey, earlier } = await (await import('../../container/audit-log.ts')).rotateAuditKey(
    storeOf(terminal, folder),
    keys,
  );
  terminal.out(`${vkey}\n`);
  terminal.err(`The earlier key signs with it for 90 days: ${earlier}\n`);
  if (!keys.isMade)
    terminal.err(
      'A machine whose file lacks the new key signs nothing: its /readyz shows audit_key. It does not start any more once the earlier key has ended.\n',
    );
  return 0;
}

async function writeNew(file: string, content: string): Promise<void> {
  const path = resolve(file);
  if (existsSync(path)) throw new Problem(`there is something at ${file} already: name a new file.`);
  await writePrivate(path, content);
}

async function writePrivate(path: string, content: string): Promise<void> {
  try {
    await replacePrivateFile(dirname(path), basename(path), content);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    throw new Problem(`${path} cannot be written (${code}): write a new file with --out FILE.`, { cause: error });
  }
}
