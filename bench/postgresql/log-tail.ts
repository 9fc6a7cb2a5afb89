import { join } from 'node:path';
import { appendLeaves, type Edge, emptyEdge, leafHash } from '@strongroom/audit-proof';
import type { ClosedBlock, Facets, Posting } from '@strongroom/ports';
import type { Client, Row } from './client.ts';

const BLOCK_EVENTS = 65_536;
const TILE_WIDTH = 256;

type Builder = Readonly<{
  size: number;
  add: (facets: Facets) => void;
  postings: () => Iterable<Posting>;
  closed: () => ClosedBlock;
}>;
type LoggedEvent = Readonly<{ text: string; facets: Facets; row: Row }>;

/** Run from their build: the package offers only a whole log. */
const part = (name: string): Promise<unknown> =>
  import(join(import.meta.dirname, '..', '..', '..', 'packages', 'audit-log', 'dist', `${name}.js`));
const { BlockBuilder } = (await part('block-builder')) as { BlockBuilder: new (block: number) => Builder };
const { facetsOfText } = (await part('event-text')) as { facetsOfText: (text: string) => Facets };

/** The end of a log to which numbered events are added: its tree, and the index of its last block. */
export class LogTail {
  readonly #client: Client;
  /** Of full tiles only. */
  #edge: Edge = emptyEdge;
  #block: Builder = new BlockBuilder(0);
  #blocks = 0;
  size = 0;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** The tail of a log of less than a block, all events of which are numbered, and these events. */
  static async of(client: Client): Promise<Readonly<{ tail: LogTail; events: readonly LoggedEvent[] }>> {
    const { rows } = await client.query('SELECT * FROM events ORDER BY seq');
    if (rows.some(({ seq }) => seq === null)) throw new Error('events of the log wait for their number');
    const events = rows.map((row) => {
      const text = `${String(row.head)}${String(row.seq)}${String(row.tail)}`;
      return { text, facets: facetsOfText(text), row };
    });
    const tail = new LogTail(client);
    for (const { facets } of events) tail.#block.add(facets);
    tail.size = events.length;
    const entries = rows.slice(0, tail.#full).map(({ entry }) => entry as Uint8Array);
    tail.#edge = appendLeaves(emptyEdge, entries.map(leafHash)).edge;
    return { tail, events };
  }

  get #full(): number {
    return this.size - (this.size % TILE_WIDTH);
  }

  /** Adds `count` stored events to the tree and the index. */
  async grow(count: number, facetsAt: (at: number) => Facets): Promise<void> {
    this.size += count;
    await this.#growTree();
    for (let at = 0; at < count; at += 1) {
      this.#block.add(facetsAt(at));
      if (this.#block.size === BLOCK_EVENTS) await this.#closeBlock();
    }
    await this.#client.query('UPDATE log SET size = $1, closed = $2', [this.size, this.#blocks]);
  }

  async #growTree(): Promise<void> {
    const { rows } = await this.#client.query('SELECT entry FROM events WHERE seq >= $1 AND seq < $2 ORDER BY seq', [
      this.#edge.size,
      this.#full,
    ]);
    const { edge, parts } = appendLeaves(
      this.#edge,
      rows.map(({ entry }) => leafHash(entry as Uint8Array)),
    );
    this.#edge = edge;
    await this.#client.query(
      `INSERT INTO tiles AS t (level, tile, hashes)
        SELECT level, tile, hashes FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS new(level, tile, hashes)
        ON CONFLICT (level, tile) DO UPDATE SET hashes = t.hashes || excluded.hashes`,
      [
        parts.map(({ level }) => level),
        parts.map(({ index }) => index),
        parts.map(({ hashes }) => Buffer.from(hashes)),
      ],
    );
  }

  async #closeBlock(): Promise<void> {
    const postings = [...this.#block.postings()];
    await this.#client.query(
      `INSERT INTO postings (term, block, count, offsets)
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[])`,
      [
        postings.map(({ term }) => term),
        postings.map(({ block }) => block),
        postings.map(({ count }) => count),
        postings.map(({ offsets }) => Buffer.from(offsets)),
      ],
    );
    const { block, earliest, latest, times } = this.#block.closed();
    await this.#client.query('INSERT INTO blocks VALUES ($1, $2, $3, $4)', [
      block,
      earliest,
      latest,
      Buffer.from(times),
    ]);
    this.#blocks += 1;
    this.#block = new BlockBuilder(this.#blocks);
  }
}
