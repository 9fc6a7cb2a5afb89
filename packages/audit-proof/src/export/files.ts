import { formatVerifierKey, type VerifierKey } from '../notes/keys.ts';
import { HASH_BYTES } from '../tree/hashes.ts';
import { allTiles, entriesPath, TILE_WIDTH, type Tile, tilePath } from '../tree/tiles.ts';
import { eventsPath } from './events.ts';

/** One file of an export. */
export type ExportFile = Readonly<{ name: string; bytes: Uint8Array }>;

/** A log at one moment, as an export reads it. */
export type ExportedLog = Readonly<{
  /** Events that the checkpoint covers. */
  size: number;
  /** The signed checkpoint, word for word. */
  checkpoint: string;
  keys: readonly VerifierKey[];
  /** Earlier signed checkpoints, in any order. */
  checkpoints: () => AsyncIterable<Readonly<{ size: number; note: string }>>;
  tile: (tile: Tile) => Promise<Uint8Array>;
  /** The entries from `from` on: exactly `count`. */
  entries: (from: number, count: number) => Promise<readonly Uint8Array[]>;
  /** The events from `from` on: exactly `count`; undefined for one that is erased or that the reader may not see. */
  events: (from: number, count: number) => Promise<readonly (string | undefined)[]>;
}>;

/** The files of an export, the short ones first. None is larger than 256 events. */
export async function* exportFiles(log: ExportedLog): AsyncGenerator<ExportFile> {
  const text = (name: string, content: string): ExportFile => ({ name, bytes: new TextEncoder().encode(content) });
  yield text('checkpoint', log.checkpoint);
  yield text('key', log.keys.map((key) => `${formatVerifierKey(key)}\n`).join(''));
  for await (const { size, note } of log.checkpoints()) yield text(`checkpoints/${size}`, note);
  for (const tile of allTiles(log.size)) {
    yield { name: tilePath(tile), bytes: await log.tile(tile) };
    if (tile.level > 0) continue;
    const from = tile.index * TILE_WIDTH;
    yield { name: entriesPath(tile), bytes: entryBundle(await log.entries(from, tile.width)) };
    const events = await log.events(from, tile.width);
    yield text(eventsPath(tile.index), events.map((event) => `${event ?? ''}\n`).join(''));
  }
}

/** A bundle of entries: each with its length before it, in two bytes. C2SP tlog-tiles. */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.length * (2 + HASH_BYTES));
  for (const [position, entry] of entries.entries()) {
    bytes[position * (2 + HASH_BYTES) + 1] = HASH_BYTES;
    bytes.set(entry, position * (2 + HASH_BYTES) + 2);
  }
  return bytes;
}
