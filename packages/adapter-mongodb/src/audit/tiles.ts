import {
  appendLeaves,
  type Edge,
  edgeFromTiles,
  leafHash,
  partialTiles,
  TILE_WIDTH,
  type Tile,
} from '@strongroom/audit-proof';
import type { Binary, ClientSession, Document } from 'mongodb';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { AUDIT_COLLECTION, type EventRow, TILES_COLLECTION, tileId } from './layout.ts';

type TileRow = Readonly<{ _id: string; hashes: Binary }>;

/** The number of events in tiles that are full. */
export const fullTilesOf = (size: number): number => size - (size % TILE_WIDTH);

/** Reads at one point in time: of a transaction, or of a snapshot. */
export type ReadContext = Readonly<{ session?: ClientSession; options?: Document }>;

/** The entries from `from` to before `until`, a tile or less. */
export async function entriesIn(
  connection: MongoConnection,
  from: number,
  until: number,
  { session, options }: ReadContext = {},
): Promise<readonly Uint8Array[]> {
  if (until <= from) return [];
  const { cursor } = await connection.run<EventRow>(
    {
      find: AUDIT_COLLECTION,
      filter: { seq: { $gte: from, $lt: until } },
      projection: { _id: 0, entry: 1 },
      sort: { seq: 1 },
      batchSize: until - from + 1,
      ...options,
    },
    session,
  );
  return cursor.firstBatch.map(({ entry }) => entry.value());
}

/** The stored hashes of tiles. */
async function storedTiles(
  connection: MongoConnection,
  ids: readonly string[],
  { session, options }: ReadContext,
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (ids.length === 0) return new Map();
  const { cursor } = await connection.run<TileRow>(
    { find: TILES_COLLECTION, filter: { _id: { $in: ids } }, batchSize: ids.length + 1, ...options },
    session,
  );
  return new Map(cursor.firstBatch.map(({ _id, hashes }) => [_id, hashes.value()]));
}

/** The first `width` hashes of a tile. The log has at least that many. */
export async function tileIn(
  connection: MongoConnection,
  { level, index, width }: Tile,
  context: ReadContext = {},
): Promise<Uint8Array> {
  if (level === 0) return leavesIn(connection, index, width, context);
  const id = tileId(level, index);
  return (await storedTiles(connection, [id], context)).get(id) ?? new Uint8Array();
}

async function leavesIn(
  connection: MongoConnection,
  index: number,
  width: number,
  context: ReadContext,
): Promise<Uint8Array> {
  const id = tileId(0, index);
  const stored = width === TILE_WIDTH ? (await storedTiles(connection, [id], context)).get(id) : undefined;
  if (stored !== undefined) return stored;
  const from = index * TILE_WIDTH;
  return Buffer.concat((await entriesIn(connection, from, from + width, context)).map(leafHash));
}

/** Stores other hashes in place of the first ones of a tile, within a transaction. */
export async function mendTileIn(
  connection: MongoConnection,
  { level, index, hashes }: Readonly<{ level: number; index: number; hashes: Uint8Array }>,
  session: ClientSession,
): Promise<void> {
  const id = tileId(level, index);
  const stored = (await storedTiles(connection, [id], { session })).get(id) ?? new Uint8Array();
  const mended = Buffer.concat([hashes, stored.subarray(hashes.length)]);
  const update = { q: { _id: id }, u: { $set: { hashes: mended } }, upsert: true };
  await connection.run<never>({ update: TILES_COLLECTION, updates: [update] }, session);
}

/** The right edge of the log when it had `size` events. */
export async function edgeIn(connection: MongoConnection, size: number, context: ReadContext = {}): Promise<Edge> {
  const tiles = new Map<string, Uint8Array>();
  for (const tile of partialTiles(size))
    tiles.set(tileId(tile.level, tile.index), await tileIn(connection, tile, context));
  return edgeFromTiles(size, ({ level, index }) => tiles.get(tileId(level, index)) ?? new Uint8Array());
}

/** The command that writes the tiles which a log of `size` events fills when it grows by these entries. */
export async function growTiles(
  connection: MongoConnection,
  size: number,
  entries: readonly Uint8Array[],
  session: ClientSession,
): Promise<Document> {
  const [from, until] = [fullTilesOf(size), fullTilesOf(size + entries.length)];
  const begun = await entriesIn(connection, from, size, { session });
  const leaves = [...begun, ...entries.slice(0, until - size)].map(leafHash);
  const { parts } = appendLeaves(await edgeIn(connection, from, { session }), leaves);
  const longer = parts.filter(({ start }) => start > 0).map(({ level, index }) => tileId(level, index));
  const before = await storedTiles(connection, longer, { session });
  return {
    update: TILES_COLLECTION,
    updates: parts.map(({ level, index, start, hashes }) => {
      const id = tileId(level, index);
      const stored = start === 0 ? new Uint8Array() : (before.get(id) ?? new Uint8Array());
      return { q: { _id: id }, u: { $set: { hashes: Buffer.concat([stored, hashes]) } }, upsert: true };
    }),
  };
}
