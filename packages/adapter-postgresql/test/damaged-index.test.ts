import { damagedIndexTests } from '@strongroom/contract-tests';
import { openPostgresqlDocuments } from '../src/index.ts';
import { anEmptyDatabase, runSql, withPostgresql } from './setting.ts';

withPostgresql();

const blockSize = 40;

const bytes = (value: Uint8Array): string => `'\\x${Buffer.from(value).toString('hex')}'`;

damagedIndexTests('audit log in PostgreSQL', blockSize, async () => {
  const address = await anEmptyDatabase();
  const store = await openPostgresqlDocuments(address, { audit: { blockSize } });
  const run = async (text: string): Promise<void> => {
    await runSql(address, text);
  };
  return {
    store,
    damage: {
      posting: (block, term, count, offsets) =>
        run(
          `INSERT INTO strongroom.postings (term, block, count, offsets) VALUES ('${term}', ${block}, ${count}, ${bytes(offsets)})
           ON CONFLICT (term, block) DO UPDATE SET count = excluded.count, offsets = excluded.offsets`,
        ),
      drop: (block, term) => run(`DELETE FROM strongroom.postings WHERE term = '${term}' AND block = ${block}`),
      bounds: (block, earliest, latest) =>
        run(`UPDATE strongroom.blocks SET earliest = ${earliest}, latest = ${latest} WHERE block = ${block}`),
      times: (block, times) => run(`UPDATE strongroom.blocks SET times = ${bytes(times)} WHERE block = ${block}`),
    },
    end: () => store.close(),
  };
});
