import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { anOffice, type Office } from './desk.ts';

const MIB = 1024 * 1024;
/** Above the memory of a command that transfers nothing. */
const MOST = 120 * MIB;
const SIZE = 100 * MIB;

let office: Office;
beforeAll(async () => {
  await build();
  office = await anOffice();
}, 120_000);
afterAll(() => office.end());

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Runs a command and returns the peak memory of its process, as counted by the kernel. */
async function peakOf(args: readonly string[]): Promise<number> {
  const { child, ended } = office.owner.begin(args);
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024);
    await pause(20);
  }
  const { code, err } = await ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return peak;
}

test('uploads and downloads the largest file unchanged in little memory', async () => {
  const { owner } = office;
  const path = join(owner.home, 'large.bin');
  const handle = await open(path, 'w');
  for (let at = 0; at < SIZE; at += 4 * MIB) await handle.write(randomBytes(4 * MIB));
  await handle.close();
  await owner.output(['rooms', 'create', 'Large']);
  const idle = await peakOf(['rooms', 'list']);
  const up = await peakOf(['put', 'Large', 'large.bin']);
  const down = await peakOf(['get', 'Large', 'large.bin', '--to', 'back.bin']);
  const stream = await peakOf(['get', 'Large', 'large.bin', '--to', '-']);
  expect(await hashOf(join(owner.home, 'back.bin'))).toBe(await hashOf(path));
  expect(idle).toBeGreaterThan(30 * MIB);
  for (const peak of [up, down, stream]) expect(peak - idle).toBeLessThan(MOST);
});
