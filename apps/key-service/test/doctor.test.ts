import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { run } from '../src/container/commands.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-keys-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function examined(...args: readonly string[]): Promise<Readonly<{ code: number; text: string }>> {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const code = await run(['doctor', ...args], {
      STRONGROOM_DATA_DIR: folder,
      STRONGROOM_KEY_SERVICE_ROOM_SERVICE: 'http://127.0.0.1:1',
    });
    return { code, text: written.mock.calls.map(([text]) => String(text)).join('') };
  } finally {
    written.mockRestore();
  }
}

test('the doctor of the key service has the table of that of the service, and one JSON object', async () => {
  const table = await examined();
  expect(table.code).toBe(1);
  expect(table.text).toMatch(/^ok {4}store {21}\S+, key [\w-]{43}$/m);
  expect(table.text).toMatch(/^fail {2}room service {14}http:\/\/127\.0\.0\.1:1 does not answer/m);
  expect(table.text).toMatch(/^ok {4}disk +\d+ MiB free$/m);
  const { ok, data_dir: place, checks } = JSON.parse((await examined('--json')).text) as Record<string, unknown>;
  expect([ok, place]).toEqual([false, join(folder, 'key-service')]);
  expect(checks).toContainEqual({
    check: 'room service',
    status: 'fail',
    text: expect.stringContaining('does not answer'),
  });
});
