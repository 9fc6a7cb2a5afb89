import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../../..');
const MAIN = join(ROOT, 'apps/api/dist/main.js');

let folder: string;
let child: ChildProcess;

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', join(ROOT, 'apps/api')]);
});
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'strongroom-process-')), 'data');
});
afterEach(async () => {
  child.kill('SIGKILL');
  await rm(join(folder, '..'), { recursive: true });
});

type Output = { out: string; err: string };

function run(environment: Readonly<Record<string, string>>, ...flags: readonly string[]): Output {
  const output: Output = { out: '', err: '' };
  child = spawn(process.execPath, [...flags, MAIN], {
    env: { PORT: '0', STRONGROOM_DATA_DIR: folder, STRONGROOM_DRAIN_SECONDS: '0', ...environment },
  });
  child.stdout?.on('data', (piece: Buffer) => (output.out += piece.toString()));
  child.stderr?.on('data', (piece: Buffer) => (output.err += piece.toString()));
  return output;
}

async function listening(output: Output): Promise<string> {
  while (!output.out.includes('\n')) await Promise.race([once(child.stdout ?? child, 'data'), exited()]);
  const line = JSON.parse(output.out.split('\n')[0] ?? '') as { message: string; url: string };
  expect(line.message).toBe('listening');
  return line.url;
}

async function exited(): Promise<unknown> {
  const [code] = (await once(child, 'exit')) as [unknown];
  return code;
}

test('the service starts, serves, and exits soon after SIGTERM', async () => {
  const output = run({});
  const url = await listening(output);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const before = performance.now();
  child.kill('SIGTERM');
  expect(await exited()).toBe(0);
  expect(performance.now() - before).toBeLessThan(5000);
  expect(output.out).toContain('"message":"stopped"');
  expect(output.err).toBe('');
  expect(output.out).not.toMatch(/srt_/);
});

test('the service runs without code generation from strings', async () => {
  const url = await listening(run({}, '--disallow-code-generation-from-strings'));
  expect((await fetch(`${url}/api/v1/openapi.json`)).status).toBe(200);
  expect((await fetch(`${url}/api/v1/me`)).status).toBe(401);
});

test('the service reports all wrong settings on standard error and creates nothing', async () => {
  const output = run({ PORT: 'x', STRONGROOM_LOG: 'loud' });
  expect(await exited()).toBe(1);
  expect(output.out).toBe('');
  expect(output.err).toContain('"PORT must be');
  expect(output.err).toContain('"STRONGROOM_LOG must be');
  expect(existsSync(folder)).toBe(false);
});

test('the service reports a port in use in one sentence', async () => {
  const url = await listening(run({}));
  const first = child;
  const output = run({ PORT: new URL(url).port, STRONGROOM_DATA_DIR: join(folder, 'other') });
  expect(await exited()).toBe(1);
  expect(output.err).toContain('is in use by another process');
  expect(output.err).not.toContain('    at ');
  first.kill('SIGKILL');
});
