import { parseVerifierKey, type VerifierKey } from '../notes/keys.ts';
import { Malformed } from '../notes/malformed.ts';
import type { Signed } from '../notes/note.ts';
import { rootOf } from '../tree/edge.ts';
import { type Hash, sameHash } from '../tree/hashes.ts';
import { parseTilePath, TILE_WIDTH } from '../tree/tiles.ts';
import {
  isLogKey,
  keysOfExport,
  type NamedCheckpoint,
  namedCheckpoint,
  readCheckpoint,
  signersIn,
  sizeInName,
} from './checkpoints.ts';
import { type LoggedEvent, readBundle } from './events.ts';
import { ExportGaps, parseSeqRanges, type SeqRange } from './gaps.ts';
import { type ExportSource, NotJudged, Tampered } from './source.ts';
import { GrowingTree } from './tiles-above.ts';

export type VerifyOptions = Readonly<{
  /** Keys of the log that the verifier knows; without one, those of the export are taken. */
  keys?: readonly VerifierKey[];
  /** Keys of witnesses that the verifier trusts. */
  witnesses?: readonly VerifierKey[];
  /** Checkpoints that were kept elsewhere: the name and the bytes of each file. */
  outside?: readonly Readonly<{ name: string; bytes: Uint8Array }>[];
  /** Whether every event must be there or announced as erased, as for a reader who may see all. */
  isWhole?: boolean;
  /** Called with every event once its bundle agrees with the tree. No event is proven before the whole export is verified. */
  onEvent?: (event: LoggedEvent) => void;
}>;

/** An export in which nothing is wrong. */
export type Verified = Readonly<{
  origin: string;
  size: number;
  root: Hash;
  /** Number of events in the export, of erased ones with an announcement, and of missing ones. */
  shown: number;
  erased: number;
  /** The erased ones, rising. */
  erasedRanges: readonly SeqRange[];
  missing: number;
  keysFrom: 'verifier' | 'export';
  outside: number;
  /** The last checkpoint that each witness signed. */
  witnesses: readonly (Signed & Readonly<{ size: number }>)[];
}>;

/**
 * Verifies an export: every event against its entry, every entry against the tree, the tree against every checkpoint, and these
 * against their signatures. Memory does not grow with the events. Throws Tampered with the first fault, NotJudged for an export
 * that is cut off or is none.
 */
export async function verifyExport(source: ExportSource, options: VerifyOptions = {}): Promise<Verified> {
  const latest = await readCheckpoint(source, 'checkpoint');
  const { origin, size, root } = latest.checkpoint;
  if (size === 0) throw new NotJudged('checkpoint: the log has no event.');
  const given = options.keys ?? [];
  const keys = given.length > 0 ? given : await keysOfExport(source);
  requireKeys(keys, origin);
  await signersIn(latest, keys); // Reports the false signature only, because its consequences would confuse.
  const { sizes, bundles } = await contents(source, size);
  if (bundles === 0) throw new NotJudged('the export has no folder events.');
  const outside = (options.outside ?? []).map(({ name, bytes }) => namedCheckpoint(name, bytes));
  requireSameLog(outside, origin);
  const walk = new Walk({ source, latest, sizes, outside, keys, options });
  return { ...(await walk.toTheEnd()), origin, size, root, keysFrom: given.length > 0 ? 'verifier' : 'export' };
}

function requireKeys(keys: readonly VerifierKey[], origin: string): void {
  if (keys.length === 0) throw new NotJudged('no key: the export holds none, and none was given.');
  const other = keys.find((key) => !isLogKey(key) || key.name !== origin);
  if (other !== undefined) throw new NotJudged(`the export is of the log ${origin}, the key of ${other.name}.`);
}

function requireSameLog(outside: readonly NamedCheckpoint[], origin: string): void {
  const other = outside.find(({ checkpoint }) => checkpoint.origin !== origin);
  if (other !== undefined) {
    throw new NotJudged(`${other.name} is of the log ${other.checkpoint.origin}, the export of ${origin}.`);
  }
}

/** The sizes of the earlier checkpoints, rising, and the number of bundles. Throws for files beyond the checkpoint. */
async function contents(source: ExportSource, size: number): Promise<Readonly<{ sizes: number[]; bundles: number }>> {
  const sizes: number[] = [];
  let bundles = 0;
  for await (const name of source.names()) {
    if (name.startsWith('checkpoints/')) sizes.push(earlierSize(name, size));
    else if (name.startsWith('events/')) {
      requireCovered(name, parseTilePath(name.replace(/^events\/(.*)\.jsonl$/u, 'tile/0/$1')), size);
      bundles++;
    } else if (name.startsWith('tile/')) requireCovered(name, parseTilePath(name), size);
  }
  return { sizes: sizes.toSorted((one, other) => one - other), bundles };
}

function earlierSize(name: string, size: number): number {
  const earlier = sizeInName(name);
  if (earlier > size) {
    throw new Tampered(`${name} covers ${earlier} events, checkpoint only ${size}: the log was cut back.`);
  }
  return earlier;
}

function requireCovered(name: string, tile: ReturnType<typeof parseTilePath>, size: number): void {
  if (tile === undefined) throw new NotJudged(`${name} is not a file of an export.`);
  const level = tile.level === 'entries' ? 0 : tile.level;
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  if (tile.index * TILE_WIDTH >= hashes) throw new Tampered(`${name} is beyond the ${size} events of the checkpoint.`);
}

type Plan = Readonly<{
  source: ExportSource;
  latest: NamedCheckpoint;
  sizes: readonly number[];
  outside: readonly NamedCheckpoint[];
  keys: readonly VerifierKey[];
  options: VerifyOptions;
}>;

/** A checkpoint to compare with the tree. An earlier one of the export is read only when the tree has its size. */
type Ahead = Readonly<
  { size: number; kind: 'earlier' } | { size: number; kind: 'outside' | 'latest'; one: NamedCheckpoint }
>;

/** One pass from the first event to the last. */
class Walk {
  readonly #plan: Plan;
  readonly #size: number;
  readonly #tree: GrowingTree;
  readonly #gaps = new ExportGaps();
  /** Keys of the log. A new key counts once an older key has signed a checkpoint that covers the event naming the new key. */
  readonly #keys: VerifierKey[];
  /** Keys that events of the log name: enough for an earlier checkpoint in the export, which the tree confirms anyway. */
  readonly #named: VerifierKey[] = [];
  readonly #witnesses = new Map<VerifierKey, Signed & { size: number }>();
  /** Checkpoints that were not reached yet, the nearest first. */
  #ahead: readonly Ahead[];
  /** The sizes of the last checkpoints that the tree led to: of any, and of those from outside, which cannot be rewritten. */
  #proven = { any: 0, outside: 0 };

  constructor(plan: Plan) {
    const { latest, sizes, outside, source } = plan;
    this.#plan = plan;
    this.#size = latest.checkpoint.size;
    this.#tree = new GrowingTree(source, this.#size);
    this.#keys = [...plan.keys];
    this.#ahead = [
      ...sizes.map((size) => ({ size, kind: 'earlier' }) as const),
      ...outside.map((one) => ({ size: one.checkpoint.size, kind: 'outside', one }) as const),
      { size: this.#size, kind: 'latest', one: latest } as const,
    ].toSorted((one, other) => one.size - other.size);
  }

  async toTheEnd(): Promise<Pick<Verified, 'shown' | 'erased' | 'erasedRanges' | 'missing' | 'outside' | 'witnesses'>> {
    await this.#check(0);
    for (let index = 0; index * TILE_WIDTH < this.#size; index++) await this.#bundle(index);
    const beyond = this.#plan.outside.find(({ checkpoint }) => checkpoint.size > this.#size);
    if (beyond !== undefined) throw new Tampered(cutBack(beyond, this.#size));
    const { count, erased } = this.#gaps;
    if (this.#plan.options.isWhole === true && count > 0) {
      throw new Tampered(`Event ${this.#gaps.first()} lacks, and no erasure announces it (${count} in all).`);
    }
    return {
      shown: this.#size - count - erased,
      erased,
      erasedRanges: this.#gaps.erasedRanges,
      missing: count,
      outside: this.#plan.outside.length,
      witnesses: [...this.#witnesses.values()],
    };
  }

  async #bundle(index: number): Promise<void> {
    const first = index * TILE_WIDTH;
    const width = Math.min(TILE_WIDTH, this.#size - first);
    const { leaves, events } = await readBundle(this.#plan.source, index, width);
    for (let done = 0; done < width; ) {
      const stop = Math.min(width, (this.#ahead[0]?.size ?? this.#size) - first);
      await this.#tree.grow(leaves.slice(done, stop));
      for (let position = done; position < stop; position++) this.#take(first + position, events[position]);
      done = stop;
      await this.#check(first + done);
    }
  }

  /** Compares the tree with the checkpoints of its size. */
  async #check(size: number): Promise<void> {
    for (let [next] = this.#ahead; next?.size === size; [next] = this.#ahead) {
      this.#ahead = this.#ahead.slice(1);
      const one = next.kind === 'earlier' ? await this.#earlier(size) : next.one;
      if (!sameHash(one.checkpoint.root, rootOf(this.#tree.edge))) {
        const { any, outside } = this.#proven;
        throw new Tampered(stretch(one.name, next.kind === 'outside' ? outside : any, size));
      }
      await this.#requireSigned(one, next.kind);
      this.#proven = { any: size, outside: next.kind === 'outside' ? size : this.#proven.outside };
    }
  }

  async #earlier(size: number): Promise<NamedCheckpoint> {
    const one = await readCheckpoint(this.#plan.source, `checkpoints/${size}`);
    if (one.checkpoint.size !== size || one.checkpoint.origin !== this.#plan.latest.checkpoint.origin) {
      throw new Tampered(`${one.name} is the checkpoint of another size or log.`);
    }
    return one;
  }

  async #requireSigned(one: NamedCheckpoint, kind: Ahead['kind']): Promise<void> {
    const witnesses = this.#plan.options.witnesses ?? [];
    const signers = await signersIn(one, [...this.#keys, ...this.#named, ...witnesses]);
    const signed = (keys: readonly VerifierKey[]): boolean => signers.some(({ key }) => keys.includes(key));
    if (signed(this.#keys)) this.#keys.push(...this.#named.splice(0));
    else if (kind === 'outside') throw new NotJudged(`${one.name} is not signed by the key of the log.`);
    else if (kind === 'latest' || !signed(this.#named)) {
      throw new Tampered(`${one.name} is not signed by the key of the log.`);
    }
    for (const signer of signers.filter(({ key }) => witnesses.includes(key))) {
      this.#witnesses.set(signer.key, { ...signer, size: one.checkpoint.size });
    }
  }

  #take(seq: number, event: LoggedEvent | undefined): void {
    if (event !== undefined) this.#plan.options.onEvent?.(event);
    if (event === undefined) this.#gaps.add(seq);
    else if (event.type === 'log.key_changed' || event.type === 'log.started') this.#name(event);
    else if (event.type === 'audit.erased' && typeof event.data.seqs === 'string') {
      this.#gaps.announce((parseSeqRanges(event.data.seqs) ?? []).filter(({ last }) => last < seq));
    }
  }

  #name({ seq, data: { vkey } }: LoggedEvent): void {
    if (typeof vkey !== 'string') return;
    try {
      const key = parseVerifierKey(vkey);
      const isKnown = [...this.#keys, ...this.#named].some(({ id }) => id === key.id);
      if (key.name === this.#plan.latest.checkpoint.origin && isLogKey(key) && !isKnown) this.#named.push(key);
    } catch (error) {
      if (error instanceof Malformed) throw new Tampered(`Event ${seq} names a key that is none.`);
      throw error;
    }
  }
}

const stretch = (name: string, from: number, size: number): string =>
  `The events from ${from} to ${size - 1} are not those of ${name}: at least one of them was changed, removed or added.`;

const cutBack = ({ name, checkpoint }: NamedCheckpoint, size: number): string =>
  `${name} covers ${checkpoint.size} events, the export only ${size}: it was cut back, or is older than that checkpoint.`;
