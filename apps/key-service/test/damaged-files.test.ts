import { cp, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { run } from '../src/container/commands.ts';

/** Files that the doctor of the key service reads, with anything in them: a failing disk, another program, a wrong copy. */

type Damage = (file: string) => Promise<void>;

const DAMAGES: Readonly<Record<string, Damage>> = {
  empty: (file) => writeFile(file, ''),
  'of other bytes': (file) => writeFile(file, Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))),
  JSON: (file) => writeFile(file, '{"a":1}'),
  // Longer than a text of this runtime can be.
  giant: async (file) => {
    await rm(file);
    await writeFile(file, '');
    await truncate(file, 1_000_000_000);
  },
  'a folder': async (file) => {
    await rm(file);
    await mkdir(file);
  },
};

let parent: string;
let source: string;

/** Runs the doctor, and returns its rows that failed without those that the address of the room service fails. */
async function failedRows(folder: string): Promise<readonly string[]> {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await run(['doctor'], {
      STRONGROOM_DATA_DIR: folder,
      STRONGROOM_KEY_SERVICE_ROOM_SERVICE: 'http://127.0.0.1:1',
    });
    const rows = written.mock.calls.flatMap(([text]) => String(text).split('\n'));
    return rows.filter((row) => /^fail {2}(store|record) /.test(row));
  } finally {
    written.mockRestore();
  }
}

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'strongroom-keys-'));
  source = join(parent, 'source');
  await mkdir(source);
  await failedRows(source);
});
afterAll(() => rm(parent, { recursive: true }));

async function rowsAbout(file: string, damage: string): Promise<Readonly<{ path: string; rows: readonly string[] }>> {
  const copy = await mkdtemp(join(parent, 'copy-'));
  await cp(source, copy, { recursive: true });
  const path = join(copy, 'key-service', file);
  await DAMAGES[damage]?.(path);
  return { path, rows: await failedRows(copy) };
}

const FILES = ['record.db', 'keys/answers.key', 'keys/audit.key', 'keys/service.secret'];

test.each(FILES.flatMap((file) => Object.keys(DAMAGES).map((damage) => [file, damage] as const)))(
  'the doctor names %s that is %s, with what to do',
  async (file, damage) => {
    const { path, rows } = await rowsAbout(file, damage);
    expect(rows).not.toEqual([]);
    for (const row of rows) {
      expect(row).toContain(path);
      expect(row).toMatch(/backup|remove|move it away|record restart/u);
      expect(row).not.toContain('Error:');
    }
  },
);

const DAMAGED_CONTENTS = Object.keys(DAMAGES).filter((damage) => damage !== 'a folder');

test.each(DAMAGED_CONTENTS)('counts that are %s are made again', async (damage) => {
  expect((await rowsAbout('limits.db', damage)).rows).toEqual([]);
});

test.each(DAMAGED_CONTENTS)('a mark of the place that is %s is that of a restored record', async (damage) => {
  const { rows } = await rowsAbout('record.id', damage);
  expect(rows).toEqual([expect.stringMatching(/^fail {2}record .*restored to this place.*record continue/u)]);
});

test.each([
  ['limits.db', 'cannot be opened (EISDIR). It counts requests only: remove it'],
  ['record.id', 'cannot be read (EISDIR). Restore it'],
])('a folder in place of %s is named', async (file, sentence) => {
  const { path, rows } = await rowsAbout(file, 'a folder');
  expect(rows[0]).toContain(`${path} ${sentence}`);
});
