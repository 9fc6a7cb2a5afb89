import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { damagedIndexTests } from '@strongroom/contract-tests';
import { openSqliteDocuments } from '../../src/index.ts';

const blockSize = 40;

damagedIndexTests('audit log in SQLite', blockSize, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'damaged-index-'));
  const path = join(folder, 'documents.db');
  const store = await openSqliteDocuments({ path, audit: { blockSize } });
  const beside = new DatabaseSync(path, { timeout: 10_000 });
  const run = async (sql: string, ...values: readonly (string | number | Uint8Array)[]): Promise<void> => {
    beside.prepare(sql).run(...values);
  };
  return {
    store,
    damage: {
      posting: (block, term, count, offsets) =>
        run(
          'INSERT OR REPLACE INTO postings (term, block, count, offsets) VALUES (?, ?, ?, ?)',
          term,
          block,
          count,
          offsets,
        ),
      drop: (block, term) => run('DELETE FROM postings WHERE term = ? AND block = ?', term, block),
      bounds: (block, earliest, latest) =>
        run('UPDATE blocks SET earliest = ?, latest = ? WHERE block = ?', earliest, latest, block),
      times: (block, times) => run('UPDATE blocks SET times = ? WHERE block = ?', times, block),
    },
    end: async () => {
      beside.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
