/** A witness written by others, for tests: litewitness of filippo.io/torchwood, with a key in an ssh-agent of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { type Environment, installedGoProgram } from './go-program.ts';

const LITEWITNESS = { module: 'filippo.io/torchwood/cmd/litewitness', version: 'v0.9.0', variable: 'LITEWITNESS' };
const NAME = 'witness.example/litewitness';
const run = promisify(execFile);

/** A running witness. `knows` makes it know a log, by its origin and its key. */
export type Litewitness = Readonly<{
  url: string;
  vkey: string;
  knows: (origin: string, vkey: string) => void;
  /** Takes a log away from those that it signs for. */
  forgets: (origin: string) => void;
  stop: () => Promise<void>;
}>;

/** Starts a witness on a port of this machine. Rejects if the program or OpenSSH is not available. */
export async function startLitewitness(environment: Environment): Promise<Litewitness> {
  const program = await installedGoProgram(LITEWITNESS, environment);
  const folder = await mkdtemp(join(tmpdir(), 'witness-'));
  const [socket, key, db] = ['agent', 'key', 'db'].map((name) => join(folder, name)) as [string, string, string];
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of children.toReversed()) {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGKILL')) await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // It prints the address of its socket once it listens.
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(agent);
    await firstMatch(agent.stdout, /SSH_AUTH_SOCK/u);
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    await run('ssh-add', ['-q', key], { env: { ...environment, SSH_AUTH_SOCK: socket } });
    const [, fingerprint = ''] = (await run('ssh-keygen', ['-l', '-f', key])).stdout.split(' ');
    const address = `127.0.0.1:${await freePort()}`;
    const options = ['-db', db, '-name', NAME, '-key', fingerprint, '-ssh-agent', socket, '-listen', address];
    const witness = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] });
    children.push(witness);
    const printed = createInterface({ input: witness.stderr });
    let vkey = '';
    for await (const line of printed) {
      vkey = /vkey=(\S+)/u.exec(line)?.[1]?.replaceAll('"', '') ?? vkey;
      if (line.includes('msg=listening')) break;
    }
    witness.stderr.resume();
    return {
      url: `http://${address}`,
      vkey,
      knows: (origin, log) => addLog(db, origin, log),
      forgets: (origin) => removeLog(db, origin),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function firstMatch(stream: Readable, pattern: RegExp): Promise<void> {
  for await (const line of createInterface({ input: stream })) if (pattern.test(line)) return;
  throw new Error('the program ended before it was ready');
}

const EMPTY_ROOT = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/** Adds a log like the program `witnessctl`, which cannot be fetched here. */
function addLog(db: string, origin: string, vkey: string): void {
  const database = new DatabaseSync(db);
  database.prepare('INSERT INTO log (origin, tree_size, tree_hash) VALUES (?, 0, ?)').run(origin, EMPTY_ROOT);
  database.prepare('INSERT INTO key (origin, key) VALUES (?, ?)').run(origin, vkey);
  database.close();
}

function removeLog(db: string, origin: string): void {
  const database = new DatabaseSync(db);
  database.prepare('DELETE FROM key WHERE origin = ?').run(origin);
  database.prepare('DELETE FROM log WHERE origin = ?').run(origin);
  database.close();
}
