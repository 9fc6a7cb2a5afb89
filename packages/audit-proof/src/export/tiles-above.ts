import { appendLeaves, type Edge, emptyEdge, type TilePart } from '../tree/edge.ts';
import { HASH_BYTES, type Hash, sameHash } from '../tree/hashes.ts';
import { hashAt, TILE_WIDTH, tilePath } from '../tree/tiles.ts';
import { type ExportSource, fileOfLength, Tampered } from './source.ts';

/** Grows the tree leaf by leaf and compares the tiles above the leaves with those of the export. */
export class GrowingTree {
  readonly #source: ExportSource;
  readonly #size: number;
  /** The tile that is compared, one for each level. */
  readonly #open = new Map<number, Readonly<{ index: number; name: string; bytes: Uint8Array }>>();
  edge: Edge = emptyEdge;

  /** `size`: the leaves of the whole tree. */
  constructor(source: ExportSource, size: number) {
    this.#source = source;
    this.#size = size;
  }

  async grow(leaves: readonly Hash[]): Promise<void> {
    const { edge, parts } = appendLeaves(this.edge, leaves);
    this.edge = edge;
    for (const part of parts) if (part.level > 0) await this.#compare(part);
  }

  async #compare({ level, index, start, hashes }: TilePart): Promise<void> {
    const { name, bytes } = await this.#tile(level, index);
    for (let done = 0; done < hashes.length; done += HASH_BYTES) {
      const position = start + done / HASH_BYTES;
      if (sameHash(hashAt(bytes, position), hashes.subarray(done, done + HASH_BYTES))) continue;
      const span = TILE_WIDTH ** level;
      const first = (index * TILE_WIDTH + position) * span;
      throw new Tampered(
        `The events from ${first} to ${first + span - 1} are not those of ${name}: one of them, or the tile, was changed.`,
      );
    }
  }

  async #tile(level: number, index: number): Promise<Readonly<{ name: string; bytes: Uint8Array }>> {
    const open = this.#open.get(level);
    if (open?.index === index) return open;
    const width = Math.min(TILE_WIDTH, Math.floor(this.#size / TILE_WIDTH ** level) - index * TILE_WIDTH);
    const name = tilePath({ level, index, width });
    const tile = { index, name, bytes: await fileOfLength(this.#source, name, width * HASH_BYTES) };
    this.#open.set(level, tile);
    return tile;
  }
}
