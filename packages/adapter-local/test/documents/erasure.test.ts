import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';
import { openSqliteDocuments } from '../../src/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-erasure-'));
});
afterEach(() => rm(folder, { recursive: true }));

const CANARY = 'the-wrapped-key-of-a-deleted-file';

const aDocument = (id: string, version: number, secret: string): StoredDocument => ({
  id,
  version,
  schema: 1,
  position: 0 as Instant,
  keys: [`key of ${secret}`],
  uniqueKeys: [`unique key of ${secret}`],
  body: { secret },
});

test('a commit leaves no replaced or removed document in the database file', async () => {
  const path = join(folder, 'documents.db');
  const store = await openSqliteDocuments({ path });
  const of = (change: 'insert' | 'replace', id: string, version: number, secret: string) =>
    store.commit([{ collection: 'files', [change]: aDocument(id, version, secret) } as never]);
  for (let n = 0; n < 50; n++) await of('insert', `${n}`, 1, `${CANARY} ${n}`);
  await store.close();
  expect((await readFile(path)).includes(CANARY)).toBe(true);

  const again = await openSqliteDocuments({ path });
  const commit = again.commit.bind(again);
  for (let n = 0; n < 50; n++)
    await commit([
      n % 2 === 0
        ? { collection: 'files', remove: { id: `${n}`, version: 1 } }
        : { collection: 'files', replace: aDocument(`${n}`, 2, `nothing ${n}`) },
    ]);
  await again.close();
  expect((await readFile(path)).includes(CANARY)).toBe(false);
});
