/**
 * An S3 server for tests: versitygw, on files of this machine. It is kept in a cache outside of the repository;
 * `VERSITYGW` names an installed one.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { type Environment, installedGoProgram } from './go-program.ts';
import type { S3Server } from './s3-server.ts';

const VERSITYGW = {
  module: 'github.com/versity/versitygw/cmd/versitygw',
  version: 'v1.7.0',
  variable: 'VERSITYGW',
};

const ROOT = { accessKeyId: 'tests', secretAccessKey: 'tests-secret' };

type Options = Readonly<{
  /** Data of an earlier server; by default a new folder that ends with the server. */
  folder?: string;
  /** Port of an earlier server, so that clients find it again. */
  port?: number;
  /** Whether it can keep versions; true by default. */
  keepsVersions?: boolean;
  /** Files of a certificate and its key; without them it speaks http. */
  tls?: Readonly<{ cert: string; key: string }>;
}>;

/** An S3 server on a port of this machine. Rejects with a sentence that says what to do where there is none. */
export async function startVersitygw(environment: Environment, options: Options = {}): Promise<S3Server> {
  const program = await installedVersitygw(environment);
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'strongroom-versitygw-')));
  const [data, versions, iam] = ['data', 'versions', 'iam'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [data, versions, iam]) await mkdir(path, { recursive: true });
  const port = options.port ?? (await freePort());
  const { tls } = options;
  const child = spawn(
    program,
    [
      '--port',
      `127.0.0.1:${port}`,
      '--keep-alive',
      '--iam-dir',
      iam,
      ...(tls === undefined ? [] : ['--cert', tls.cert, '--key', tls.key]),
      'posix',
      ...((options.keepsVersions ?? true) ? ['--versioning-dir', versions] : []),
      data,
    ],
    {
      env: { ...environment, ROOT_ACCESS_KEY: ROOT.accessKeyId, ROOT_SECRET_KEY: ROOT.secretAccessKey },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(child, 'exit');
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => {
    complaint = `${complaint}${text.toString()}`.slice(-2000);
  });
  const server: S3Server = {
    endpoint: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    region: 'us-east-1',
    credentials: ROOT,
    pid: child.pid ?? 0,
    folder,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes(`127.0.0.1:${port}`)) continue;
    child.stdout.resume();
    return server;
  }
  throw new Error(`versitygw has ended before it served: ${complaint}`);
}

const run = promisify(execFile);

/** The path of its program. */
export const installedVersitygw = (environment: Environment): Promise<string> =>
  installedGoProgram(VERSITYGW, environment);

type User = S3Server['credentials'];

const admin = async (environment: Environment, { endpoint }: S3Server, ...args: readonly string[]): Promise<void> => {
  const login = ['--access', ROOT.accessKeyId, '--secret', ROOT.secretAccessKey, '--endpoint-url', endpoint];
  await run(await installedVersitygw(environment), ['admin', ...login, ...args]);
};

/** Adds a user, unless there is one of that name. Administrators may do everything in every bucket. */
export async function addUser(
  environment: Environment,
  server: S3Server,
  { accessKeyId, secretAccessKey }: User,
  role: 'user' | 'admin' = 'user',
): Promise<void> {
  const key = ['--access', accessKeyId, '--secret', secretAccessKey, '--role', role];
  await admin(environment, server, 'create-user', ...key).catch((error: unknown) => {
    if (!String(error).includes('already exists')) throw error;
  });
}

/** Takes a user away. Without VGW_IAM_CACHE_DISABLE the server remembers them for two minutes. */
export const removeUser = (environment: Environment, server: S3Server, { accessKeyId }: User): Promise<void> =>
  admin(environment, server, 'delete-user', '--access', accessKeyId);

/** Adds a user, unless there is one of that name, and gives them the bucket. A policy of the bucket restricts its owner too. */
export async function addOwner(environment: Environment, server: S3Server, bucket: string, user: User): Promise<void> {
  await addUser(environment, server, user);
  await admin(environment, server, 'change-bucket-owner', '--bucket', bucket, '--owner', user.accessKeyId);
}
