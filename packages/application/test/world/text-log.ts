import {
  appendLeaves,
  type Edge,
  edgeFromTiles,
  emptyEdge,
  HASH_BYTES,
  leafHash,
  rootOf,
  type Tile,
} from '@strongroom/audit-proof';

/** A log of texts, in memory. */
export class TextLog {
  #edge: Edge = emptyEdge;
  readonly #entries: Uint8Array[] = [];
  readonly #tiles = new Map<string, Uint8Array>();

  add(...texts: readonly string[]): this {
    const entries = texts.map((text) => new TextEncoder().encode(text));
    for (const entry of entries) this.#entries.push(entry);
    const leaves = entries.map(leafHash);
    const { edge, parts } = appendLeaves(this.#edge, leaves);
    this.#edge = edge;
    for (const { level, index, hashes } of parts) {
      const name = `${level}/${index}`;
      this.#tiles.set(name, Buffer.concat([this.#tiles.get(name) ?? new Uint8Array(0), hashes]));
    }
    return this;
  }

  head = async () => {
    const size = this.#edge.size;
    const read = ({ level, index }: Tile): Uint8Array => this.#tiles.get(`${level}/${index}`) ?? new Uint8Array();
    return { size, root: rootOf(edgeFromTiles(size, read)) };
  };

  entries = async (from: number, most: number): Promise<readonly Uint8Array[]> =>
    this.#entries.slice(from, from + most);

  /** Damages a tile, such as `1/0`, and no entry. */
  damage(name: string, hashes = new Uint8Array(this.#tiles.get(name)?.length ?? 0).fill(7)): void {
    this.#tiles.set(name, hashes);
  }

  mendTile = async (level: number, index: number, hashes: Uint8Array): Promise<void> => {
    const name = `${level}/${index}`;
    const rest = this.#tiles.get(name)?.subarray(hashes.length) ?? new Uint8Array();
    this.#tiles.set(name, Buffer.concat([hashes, rest]));
  };

  tile = async (level: number, index: number, width: number): Promise<Uint8Array | undefined> => {
    const tile = this.#tiles.get(`${level}/${index}`);
    return tile?.subarray(0, width * HASH_BYTES);
  };
}
