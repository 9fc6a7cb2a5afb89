import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { removeDeadParts } from '@strongroom/client';
import { partFile } from '../src/node/part-file.ts';

test('the sweep removes files that killed downloads of this machine left, and no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'client-parts-'));
  const { pid } = spawnSync(process.execPath, ['--version']);
  const host = hostname().replaceAll(/[^\w.]/gu, '_');
  const id = '00000000-0000-4000-8000-000000000000';
  const dead = `.strongroom-${host}-${pid}-${id}.part`;
  const kept = [`.strongroom-elsewhere-${pid}-${id}.part`, `.strongroom-${host}-${process.pid}-${id}.part`, 'x.part'];
  for (const name of [dead, ...kept]) await writeFile(join(folder, name), '');
  const living = await partFile(join(folder, 'file'), false);
  await removeDeadParts(folder);
  const left = await readdir(folder);
  expect(left).not.toContain(dead);
  expect(left).toEqual(expect.arrayContaining(kept));
  expect(left).toHaveLength(kept.length + 1);
  await living.discard();
  await removeDeadParts(join(folder, 'not there'));
  await rm(folder, { recursive: true });
});
