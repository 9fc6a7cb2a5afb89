import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SourceProcess } from '@strongroom/test-servers/source-process';
import { auditKeysIn } from '../src/index.ts';

const SCRIPT = new URL('./processes/add-audit-keys.ts', import.meta.url);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-keys-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (): string => join(folder, 'audit.key');
const readVkeys = async (): Promise<readonly string[]> =>
  (await auditKeysIn({ file: file(), isMade: true }).read()).map(({ vkey }) => vkey);
const adding = (times: string): SourceProcess => new SourceProcess(SCRIPT, [file(), times]);

test('every key that four processes add to one file at the same time is kept', async () => {
  const processes = Array.from({ length: 4 }, () => adding('6'));
  await Promise.all(processes.map((each) => each.line()));
  for (const each of processes) each.say();
  const lines = (await Promise.all(processes.map((each) => each.rest()))).flat();
  const added = lines.flatMap((line) => JSON.parse(line) as readonly string[]);
  expect(added).toHaveLength(24);
  expect(new Set(await readVkeys())).toEqual(new Set(added));
});

test('a process that is killed while it adds keys stops no other one', async () => {
  const killed = adding('100000');
  await killed.line();
  killed.say();
  await killed.line();
  await killed.kill();
  const before = await readVkeys();
  const { vkey } = await auditKeysIn({ file: file(), isMade: true }).add('example.com/log');
  expect(await readVkeys()).toEqual([...before, vkey]);
  expect((await readdir(folder)).filter((name) => name.endsWith('.lock'))).toHaveLength(1);
});
