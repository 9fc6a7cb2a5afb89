import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { syncFolder } from '../src/disk/durable.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-sync-'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** Counts the syncs of all files; each takes until `open`. */
function watched() {
  let isOpen = false;
  const waiting: (() => void)[] = [];
  const count = {
    begun: 0,
    open: () => {
      isOpen = true;
      for (const end of waiting) end();
    },
  };
  jest.spyOn(fs, 'fsync').mockImplementation((_descriptor, callback) => {
    count.begun += 1;
    if (isOpen) setImmediate(() => callback(null));
    else waiting.push(() => callback(null));
  });
  return count;
}

test('callers who wait for one folder share its next sync, which begins after they called', async () => {
  const syncs = watched();
  const first = syncFolder(folder);
  while (syncs.begun === 0) await new Promise(setImmediate);
  const later = Array.from({ length: 50 }, () => syncFolder(folder));
  expect(syncs.begun).toBe(1);
  syncs.open();
  await Promise.all([first, ...later]);
  expect(syncs.begun).toBe(2);
});

test('a failed sync fails the callers that shared it, and no later ones', async () => {
  await expect(syncFolder(join(folder, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(syncFolder(folder)).resolves.toBeUndefined();
});
