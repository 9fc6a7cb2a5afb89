/**
 * Runs a replica set of MongoDB on this machine, with its data in a temporary folder. The first argument is the number
 * of members; 0 is one server without a replica set. With the argument `login` the set asks for one; with `failpoints` it can be made to fail on purpose. Prints its address as one line of JSON. It ends when its standard
 * input ends, so it never outlives its parent process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from './free-port.ts';
import { mongoAdmin } from './mongo-client.ts';
import { mongodProgram } from './mongod-program.ts';

const HOST = '127.0.0.1';
/** The shortest allowed times, because tests wait for elections. */
const ELECTION = { electionTimeoutMillis: 1000, heartbeatIntervalMillis: 200 };

async function begin(program: string, folder: string, port: number, options: readonly string[]): Promise<ChildProcess> {
  const dbPath = join(folder, String(port));
  await mkdir(dbPath);
  const where = ['--dbpath', dbPath, '--bind_ip', HOST, '--port', String(port), '--nounixsocket'];
  const small = ['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '128', '--quiet'];
  const quiet = ['--setParameter', 'diagnosticDataCollectionEnabled=false', '--logpath', `${dbPath}.log`];
  // A member that copies from a frozen one notices after this time plus half of the election timeout.
  const quick = ['--setParameter', 'oplogNetworkTimeoutBufferSeconds=1'];
  return spawn(program, [...options, ...where, ...small, ...quiet, ...quick, ...failsOnPurpose], { stdio: 'ignore' });
}

async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, HOST);
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await pause(20);
  }
}

/** Makes the members one set. Resolves when there is a primary. */
async function initiate(ports: readonly number[]): Promise<void> {
  const admin = mongoAdmin(`mongodb://${HOST}:${ports[0]}`, { directConnection: true });
  try {
    const members = ports.map((port, index) => ({
      _id: index,
      host: `${HOST}:${port}`,
      priority: index === 0 ? 2 : 1,
    }));
    const settings = ports.length === 1 ? {} : { settings: ELECTION };
    await Promise.all(ports.map(listening));
    await admin.command({ replSetInitiate: { _id: 'rs', members, ...settings } });
    while ((await admin.command({ hello: 1 })).isWritablePrimary !== true) await pause(20);
  } finally {
    await admin.close();
  }
}

const ROOT = { user: 'root', password: randomBytes(16).toString('hex') };
const asksForLogin = process.argv.includes('login');
const failsOnPurpose = process.argv.includes('failpoints') ? ['--setParameter', 'enableTestCommands=1'] : [];

/** Members that ask for a login know each other by a file. */
async function askingForLogin(): Promise<readonly string[]> {
  if (!asksForLogin) return [];
  const file = join(folder, 'members.key');
  await writeFile(file, randomBytes(48).toString('base64'), { mode: 0o400 });
  return ['--keyFile', file];
}

/** The first user of a set may be made without a login, on its own machine. */
async function makeRoot(port: number | undefined): Promise<string> {
  if (!asksForLogin) return '';
  const admin = mongoAdmin(`mongodb://${HOST}:${port}`, { directConnection: true });
  try {
    await admin.command({ createUser: ROOT.user, pwd: ROOT.password, roles: ['root'] });
  } finally {
    await admin.close();
  }
  return `${ROOT.user}:${ROOT.password}@`;
}

const folder = await mkdtemp(join(tmpdir(), 'strongroom-mongod-'));
const children: ChildProcess[] = [];

async function end(code: number): Promise<never> {
  for (const child of children) child.kill('SIGKILL');
  const isGone = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;
  await Promise.all(children.filter((child) => !isGone(child)).map((child) => once(child, 'exit')));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code);
}

process.stdin.on('end', () => void end(0)).on('error', () => void end(0));
process.stdin.resume();
process.on('SIGTERM', () => void end(0)).on('SIGINT', () => void end(0));

try {
  // oxlint-disable-next-line node/no-process-env -- a program of its own
  const program = await mongodProgram(process.env);
  const wanted = Number(process.argv[2] ?? 1);
  const isSet = wanted > 0;
  const ports = await freePorts(Math.max(wanted, 1));
  const set = isSet ? ['--replSet', 'rs', ...(await askingForLogin())] : [];
  for (const port of ports) children.push(await begin(program, folder, port, set));
  const failed = Promise.race(
    children.map(async (child, index) => {
      await once(child, 'exit');
      const log = await readFile(join(folder, `${ports[index]}.log`), 'utf8').catch(() => '');
      throw new Error(`mongod has ended by itself: ${log.slice(-2000)}`);
    }),
  );
  failed.catch(() => undefined);
  await Promise.race([isSet ? initiate(ports) : Promise.all(ports.map(listening)), failed]);
  const login = await makeRoot(ports[0]);
  const url = `mongodb://${login}${ports.map((port) => `${HOST}:${port}`).join(',')}/${isSet ? '?replicaSet=rs' : ''}`;
  const members = children.map((child, index) => ({ port: ports[index], pid: child.pid }));
  process.stdout.write(`${JSON.stringify({ url, members })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await end(1);
}
