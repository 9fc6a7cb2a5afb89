import { mkdtemp, open as openFile, rm } from 'node:fs/promises';
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

/** Counts the syncs of all file handles; each takes until `gate`. */
async function watched(gate: Promise<void>): Promise<{ begun: number }> {
  const handle = await openFile(folder, 'r');
  const methods = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const count = { begun: 0 };
  jest.spyOn(methods, 'sync').mockImplementation(() => {
    count.begun += 1;
    return gate;
  });
  return count;
}

test('callers who wait for one folder share its next sync, which begins after they called', async () => {
  let open: () => void = () => undefined;
  const count = await watched(new Promise((resolve) => (open = resolve)));
  const first = syncFolder(folder);
  while (count.begun === 0) await new Promise(setImmediate);
  const later = Array.from({ length: 50 }, () => syncFolder(folder));
  expect(count.begun).toBe(1);
  open();
  await Promise.all([first, ...later]);
  expect(count.begun).toBe(2);
});

test('a failed sync fails the callers that shared it, and no later ones', async () => {
  await expect(syncFolder(join(folder, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(syncFolder(folder)).resolves.toBeUndefined();
});
