/**
 * Runs a PostgreSQL server on this machine, with its data in a temporary folder, and with the argument `standby` a second
 * one that follows the first and confirms its commits. Prints their ports and processes as one line of JSON. It ends when
 * its standard input ends, so it never outlives its parent process.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from './free-port.ts';
import { postgresqlPrograms, type UnprivilegedUser, unprivilegedUser } from './postgresql-programs.ts';

const HOST = '127.0.0.1';
const USER = 'strongroom';
const START_DEADLINE_MS = 60_000;

const run = promisify(execFile);

type Server = Readonly<{ child: ChildProcess; port: number; log: string }>;

/** A password is asked for, as in production. */
async function makeCluster(folder: string, programs: string, password: string, who: UnprivilegedUser): Promise<void> {
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (who.uid !== undefined && who.gid !== undefined) await chown(passwordFile, who.uid, who.gid);
  await run(
    join(programs, 'initdb'),
    [
      '--no-sync',
      `--pgdata=${folder}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ],
    { ...who, cwd: '/' },
  );
  await rm(passwordFile);
}

function begin(
  programs: string,
  folder: string,
  port: number,
  who: UnprivilegedUser,
  settings: readonly string[],
): Server {
  const common = [
    `port=${port}`,
    `listen_addresses=${HOST}`,
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=64MB',
    'log_min_messages=warning',
    'wal_receiver_status_interval=1s',
    ...settings,
  ];
  const child = spawn(join(programs, 'postgres'), ['-D', folder, ...common.flatMap((setting) => ['-c', setting])], {
    ...who,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const log = `${folder}.log`;
  child.stderr?.on('data', (piece: Buffer) => void appendFile(log, piece).catch(() => undefined));
  return { child, port, log };
}

/** Resolves when the server takes connections. */
async function accepting(programs: string, { child, port, log }: Server): Promise<void> {
  const deadline = performance.now() + START_DEADLINE_MS;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`postgres has ended by itself: ${await readFile(log, 'utf8').catch(() => '')}`);
    const isReady = await run(join(programs, 'pg_isready'), ['-q', '-h', HOST, '-p', String(port)]).then(
      () => true,
      () => false,
    );
    if (isReady) return;
    if (performance.now() > deadline) throw new Error('postgres takes no connections');
    await pause(50);
  }
}

const who = await unprivilegedUser();
const folder = await mkdtemp(join(tmpdir(), 'strongroom-postgresql-'));
if (who.uid !== undefined && who.gid !== undefined) await chown(folder, who.uid, who.gid);
const servers: Server[] = [];

async function end(code: number): Promise<never> {
  // At once, without a checkpoint.
  for (const { child } of servers) child.kill('SIGQUIT');
  const isGone = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;
  await Promise.all(servers.filter(({ child }) => !isGone(child)).map(({ child }) => once(child, 'exit')));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code);
}

process.stdin.on('end', () => void end(0)).on('error', () => void end(0));
process.stdin.resume();
process.on('SIGTERM', () => void end(0)).on('SIGINT', () => void end(0));

try {
  const programs = await postgresqlPrograms();
  const password = randomBytes(12).toString('hex');
  const isPair = process.argv[2] === 'standby';
  const [first = 0, second = 0] = await freePorts(2);
  const primary = join(folder, 'primary');
  await makeCluster(primary, programs, password, who);
  // The name of the standby, so that a promoted one does not wait for itself.
  const settings = isPair ? ['synchronous_standby_names=standby'] : [];
  servers.push(begin(programs, primary, first, who, settings));
  for (const server of servers) await accepting(programs, server);
  if (isPair) {
    const standby = join(folder, 'standby');
    await mkdir(standby, { mode: 0o700 });
    if (who.uid !== undefined && who.gid !== undefined) await chown(standby, who.uid, who.gid);
    const source = `postgresql://${USER}:${password}@${HOST}:${first}/?application_name=standby`;
    await run(
      join(programs, 'pg_basebackup'),
      ['-D', standby, '-d', source, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
      { ...who, cwd: '/' },
    );
    const server = begin(programs, standby, second, who, ['hot_standby=on']);
    servers.push(server);
    await accepting(programs, server);
  }
  const members = servers.map(({ child, port }) => ({ port, pid: child.pid }));
  process.stdout.write(`${JSON.stringify({ user: USER, password, members })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await end(1);
}
