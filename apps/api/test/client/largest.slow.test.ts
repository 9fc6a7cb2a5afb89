import { execFile } from 'node:child_process';
import { createCipheriv, createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MAX_FILE_BYTES } from '@strongroom/client';
import { aRoomOf, type Served, serve } from './service.ts';

const MAX_MEMORY = 250_000_000;

let served: Served;
let room: string;
let from: string;
beforeAll(async () => {
  served = await serve();
  room = await aRoomOf(served.owner);
  from = join(served.folder, 'largest');
  await writeNoise(from, MAX_FILE_BYTES);
});
afterAll(() => served.stop());

/** Incompressible bytes, the same in every run. */
async function writeNoise(path: string, length: number): Promise<void> {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), Buffer.alloc(16));
  const handle = await open(path, 'w');
  const zeros = Buffer.alloc(1_048_576);
  for (let left = length; left > 0; left -= zeros.length) await handle.write(cipher.update(zeros.subarray(0, left)));
  await handle.close();
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

test.each(['files', 'streams'])('the client returns the largest file unchanged by %s in little memory', async (how) => {
  const to = join(served.folder, `back-by-${how}`);
  const args = [served.url, served.token, join(served.data, 'keys'), room, from, to, how];
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=@strongroom/source',
    join(import.meta.dirname, '../processes/move-a-file.ts'),
    ...args,
  ]);
  const { highest } = JSON.parse(stdout) as { highest: number };
  expect(await hashOf(to)).toBe(await hashOf(from));
  process.stdout.write(`${how}: ${Math.round(highest / 1e6)} MB at most\n`);
  expect(highest).toBeGreaterThan(10_000_000);
  expect(highest).toBeLessThan(MAX_MEMORY);
});
