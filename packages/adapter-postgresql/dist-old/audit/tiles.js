import {
  append,
            
  edgeFromTiles,
  leafHash,
  partialTiles,
  TILE_WIDTH,
            
} from '@strongroom/audit-proof';
                                                        
import { bytesIn,             } from './rows.js';

/** The number of events in tiles that are full. */
export const fullTilesOf = (size        )         => size - (size % TILE_WIDTH);

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
export async function mendTileIn(session         , level        , index        , hashes            )                {
  // The lock comes first, so that no process writes tiles at the same time.
  await session.run(LOCK);
  await session.run(MEND, [level, index, Buffer.from(hashes)]);
}

/** The entries from `from` to before `until`. */
export const entriesIn = async (reader        , from        , until        )                                 =>
  until <= from ? [] : (await reader.run(ENTRIES, [from, until])).map((row) => bytesIn(row, 'entry'));

async function storedTile(reader        , level        , index        )                      {
  const [row] = await reader.run(TILE, [level, index]);
  return bytesIn(row, 'hashes');
}

/** The first hashes of a tile, of which the log has at least that many. */
export async function tileIn(reader        , { level, index, width }      )                      {
  const stored = level > 0 || width === TILE_WIDTH ? await storedTile(reader, level, index) : new Uint8Array();
  if (level > 0 || stored.length > 0) return stored;
  const from = index * TILE_WIDTH;
  return Buffer.concat((await entriesIn(reader, from, from + width)).map(leafHash));
}

const idOf = (level        , index        )         => `${level}/${index}`;

/** The right edge of the log when it had `size` events. */
export async function edgeIn(reader        , size        )                {
  const tiles = new Map                    ();
  for (const tile of partialTiles(size)) tiles.set(idOf(tile.level, tile.index), await tileIn(reader, tile));
  return edgeFromTiles(size, ({ level, index }) => tiles.get(idOf(level, index)) ?? new Uint8Array());
}

/** Writes the tiles that the log fills as it grows, within a transaction. Both numbers are multiples of 256. */
export async function growTiles(session         , from        , until        )                {
  const leaves = (await entriesIn(session, from, until)).map(leafHash);
  const { parts } = append(await edgeIn(session, from), leaves);
  await session.run(WRITE, [
    parts.map(({ level }) => level),
    parts.map(({ index }) => index),
    parts.map(({ hashes }) => Buffer.from(hashes)),
  ]);
}
