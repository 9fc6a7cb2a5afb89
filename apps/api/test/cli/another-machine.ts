import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Place } from '../support/service-process.ts';
import { Desk } from './desk.ts';

const homes: string[] = [];
const STRANGER = 12_345;

/** Only root chooses the user of a process. */
const CHOOSES_USERS = process.getuid?.() === 0;

/** A desk of a user who cannot read the data folder, where this process may choose one. Its home holds these files. */
export async function anotherMachine(files: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const home = await mkdtemp(join(tmpdir(), 'strongroom-home-'));
  homes.push(home);
  await new Desk(home).write(files);
  if (!CHOOSES_USERS) return new Desk(home);
  await chown(home, STRANGER, STRANGER);
  return new Desk(home, STRANGER);
}

/** Removes the homes of all of them. */
export async function endMachines(): Promise<void> {
  await Promise.all(homes.splice(0).map((home) => rm(home, { recursive: true, force: true })));
}

const SECRETS = ['.', 'keys', 'key-service', 'key-service/keys', 'mail', 'owner.token', 'strongroom.db'];

/** Secrets of the services of a place that a user of this machine can read: all of them, where all are one user. */
export const SECRETS_IN_REACH: readonly string[] = CHOOSES_USERS ? [] : SECRETS;

const PROGRAM = `
const { access, constants } = process.getBuiltinModule('node:fs/promises');
const [folder, ...names] = process.argv.slice(1);
const readable = (name) => access(folder + '/' + name, constants.R_OK).then(() => name, ({ code }) => {
  if (code !== 'EACCES') throw new Error(name + ': ' + code);
});
process.stdout.write(JSON.stringify((await Promise.all(names.map(readable))).filter(Boolean)));
`;

/**
 * Secrets of the services of a place that the user of other machines can read, or the user of this process. The folder of the
 * place itself is open to all, so that the modes of the service's own folders decide.
 */
export async function secretsReadBy(user: 'here' | 'elsewhere', { folder, data }: Place): Promise<readonly string[]> {
  await chmod(folder, 0o755);
  const args = ['--input-type=module', '--eval', PROGRAM, data, ...SECRETS];
  const other = user === 'elsewhere' && CHOOSES_USERS ? { uid: STRANGER, gid: STRANGER } : {};
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], ...other });
  const [read, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`the program that reads ended with ${String(code)}`);
  return JSON.parse(read) as readonly string[];
}
