import {
  appendLeaves,
  type Edge,
  edgeFromTiles,
  leafHash,
  partialTiles,
  TILE_WIDTH,
  type Tile,
} from '@strongroom/audit-proof';
import type { Session } from '../connection/session.ts';
import { bytesIn, type StatementRunner } from './rows.ts';

/** The number of events in tiles that are full. */
export const fullTilesOf = (size: number): number => size - (size % TILE_WIDTH);

const ENTRIES = {
  name: 'entries',
  text: 'SELECT entry FROM events WHERE seq >= $1 AND seq < $2 ORDER BY seq',
};
const TILE = { name: 'tile', text: 'SELECT hashes FROM tiles WHERE level = $1 AND tile = $2' };
const WRITE = {
  name: 'write-tiles',
  text: `INSERT INTO tiles AS t (level, tile, hashes)
    SELECT level, tile, hashes FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS new(level, tile, hashes)
    ON CONFLICT (level, tile) DO UPDATE SET hashes = t.hashes || excluded.hashes`,
};

const LOCK = { name: 'lock-log-for-tile', text: 'SELECT id FROM log FOR UPDATE' };
const MEND = {
  name: 'mend-tile',
  text: `INSERT INTO tiles AS t (level, tile, hashes) VALUES ($1, $2, $3)
    ON CONFLICT (level, tile) DO UPDATE SET hashes = excluded.hashes || substring(t.hashes FROM length(excluded.hashes) + 1)`,
};

/** Stores other hashes in place of the first ones of a tile, within a transaction. */
export async function mendTileIn(session: Session, level: number, index: number, hashes: Uint8Array): Promise<void> {
  // The lock comes first, so that no process writes tiles at the same time.
  await session.run(LOCK);
  await session.run(MEND, [level, index, Buffer.from(hashes)]);
}

/** The entries from `from` to before `until`. */
export const entriesIn = async (
  reader: StatementRunner,
  from: number,
  until: number,
): Promise<readonly Uint8Array[]> =>
  until <= from ? [] : (await reader.run(ENTRIES, [from, until])).map((row) => bytesIn(row, 'entry'));

async function storedTile(reader: StatementRunner, level: number, index: number): Promise<Uint8Array> {
  const [row] = await reader.run(TILE, [level, index]);
  return bytesIn(row, 'hashes');
}

/** The first `width` hashes of a tile. The log has at least that many. */
export async function tileIn(reader: StatementRunner, { level, index, width }: Tile): Promise<Uint8Array> {
  const stored = level > 0 || width === TILE_WIDTH ? await storedTile(reader, level, index) : new Uint8Array();
  if (level > 0 || stored.length > 0) return stored;
  const from = index * TILE_WIDTH;
  return Buffer.concat((await entriesIn(reader, from, from + width)).map(leafHash));
}

const idOf = (level: number, index: number): string => `${level}/${index}`;

/** The right edge of the log when it had `size` events. */
export async function edgeIn(reader: StatementRunner, size: number): Promise<Edge> {
  const tiles = new Map<string, Uint8Array>();
  for (const tile of partialTiles(size)) tiles.set(idOf(tile.level, tile.index), await tileIn(reader, tile));
  return edgeFromTiles(size, ({ level, index }) => tiles.get(idOf(level, index)) ?? new Uint8Array());
}

/** Writes the tiles that the log fills as it grows, within a transaction. Both numbers are multiples of 256. */
export async function growTiles(session: Session, from: number, until: number): Promise<void> {
  const leaves = (await entriesIn(session, from, until)).map(leafHash);
  const { parts } = appendLeaves(await edgeIn(session, from), leaves);
  await session.run(WRITE, [
    parts.map(({ level }) => level),
    parts.map(({ index }) => index),
    parts.map(({ hashes }) => Buffer.from(hashes)),
  ]);
}
