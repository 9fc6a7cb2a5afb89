import { wholeNumber } from '../table.ts';
import type { Client } from './client.ts';

/** Bytes of a table and of its indexes. */
type Size = Readonly<{ bytes: number; indexes: number }>;
export type Sizes = ReadonlyMap<string, Size>;

/** Rows that a file and an event bring; limits of requests are left out. */
const PARTS = {
  file: ['documents', 'keys', 'unique_keys'],
  event: ['events', 'tiles', 'postings', 'blocks'],
} as const;

export async function sizesOf(client: Client): Promise<Sizes> {
  const { rows } = await client.query(
    `SELECT relname AS name, pg_table_size(oid) AS bytes, pg_indexes_size(oid) AS indexes
      FROM pg_class WHERE relkind = 'r' AND relnamespace = 'strongroom'::regnamespace`,
  );
  return new Map(rows.map((row) => [String(row.name), { bytes: Number(row.bytes), indexes: Number(row.indexes) }]));
}

/** A table of what `count` files and their events added, for each of them. */
export function growthRows(before: Sizes, after: Sizes, counts: Readonly<Record<'file' | 'event', number>>) {
  const rows = [['added', 'number', 'MB', 'MB of indexes', 'bytes of one, with indexes', 'of indexes']];
  for (const part of ['file', 'event'] as const) {
    const grew = (kind: keyof Size): number =>
      PARTS[part].reduce((sum, name) => sum + (after.get(name)?.[kind] ?? 0) - (before.get(name)?.[kind] ?? 0), 0);
    const [bytes, indexes] = [grew('bytes'), grew('indexes')];
    rows.push([
      `${part}s`,
      ...[counts[part], bytes / 1e6, indexes / 1e6, (bytes + indexes) / counts[part], indexes / counts[part]].map(
        wholeNumber,
      ),
    ]);
  }
  return rows;
}
