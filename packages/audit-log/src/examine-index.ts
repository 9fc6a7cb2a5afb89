import {
  type AuditStorage,
  type BlockTimes,
  type ExaminedIndex,
  type IndexFault,
  type Posting,
} from '@strongroom/ports';
import { BlockBuilder, timesIn } from './block-builder.ts';
import { facetsIn } from './facets.ts';

/** Events read at once, in about a millisecond. */
const STRIDE = 256;
/** Postings read or written at once. */
const LOT = 256;
/** Maximum tries of a block while events of it are erased. */
const TRIES = 3;

/** Compares stored blocks with their events: the last one and others at equal distances, at most `most`. */
export async function examineIndex(storage: AuditStorage, blockSize: number, most: number): Promise<ExaminedIndex> {
  const { closed: blocks } = await storage.extent();
  const faults: IndexFault[] = [];
  const distance = Math.max(1, Math.ceil(blocks / Math.max(1, most)));
  const stored = await storage.termCounts();
  let compared = 0;
  for (let block = blocks - 1; block >= 0 && compared < most; block -= distance, compared += 1) {
    const fault = await faultOf(storage, block, blockSize, stored.get(block) ?? 0);
    if (fault !== undefined) faults.unshift(fault);
  }
  return { blocks, compared, faults };
}

/** Stores the index of a block again, from its events. Does nothing for a block that has no stored index. */
export async function mendIndex(storage: AuditStorage, blockSize: number, block: number): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { closed, erasures } = await storage.extent();
    if (block >= closed) return;
    const builder = await builtAgain(storage, block, blockSize);
    const right = [...builder.postings()];
    const known = new Set(right.map(({ term }) => term));
    const strange = (await storage.termsOf(block)).filter((term) => !known.has(term));
    for (const rows of lots([...right, ...strange.map((term) => emptyPosting(term, block))]))
      await storage.writePostings(rows, erasures);
    await storage.closeBlock(builder.closed(), erasures);
    if ((await storage.extent()).erasures === erasures) return;
  }
}

async function faultOf(
  storage: AuditStorage,
  block: number,
  blockSize: number,
  stored: number,
): Promise<IndexFault | undefined> {
  for (let tries = 1; ; tries += 1) {
    const { erasures } = await storage.extent();
    const builder = await builtAgain(storage, block, blockSize);
    const { terms, count } = await wrongTerms(storage, builder);
    if (stored > count) terms.push(...(await strangeTerms(storage, builder)));
    const [bounds] = await storage.blockTimes(block);
    const times = !hasMoments(builder, await storage.times(block)) || !areBounds(bounds, builder);
    if (terms.length === 0 && !times) return undefined;
    if ((await storage.extent()).erasures !== erasures && tries < TRIES) continue;
    const first = block * blockSize;
    return { block, first, last: first + blockSize - 1, terms, times };
  }
}

async function wrongTerms(storage: AuditStorage, builder: BlockBuilder): Promise<{ terms: string[]; count: number }> {
  const terms: string[] = [];
  let count = 0;
  for (const right of lots([...builder.postings()])) {
    const stored = await storage.postings(right);
    count += right.length;
    for (const [index, posting] of right.entries()) if (!isSame(posting, stored[index])) terms.push(posting.term);
  }
  return { terms, count };
}

const strangeTerms = async (storage: AuditStorage, builder: BlockBuilder): Promise<readonly string[]> =>
  (await storage.termsOf(builder.block)).filter((term) => builder.offsets(term).length === 0);

async function builtAgain(storage: AuditStorage, block: number, blockSize: number): Promise<BlockBuilder> {
  const builder = new BlockBuilder(block);
  const end = (block + 1) * blockSize;
  for (let from = block * blockSize; from < end; from += STRIDE)
    for (const facets of await facetsIn(storage, from, Math.min(end, from + STRIDE))) builder.add(facets);
  return builder;
}

/** Written in place of a posting that no event has: a stored row need not be found to be removed. */
const emptyPosting = (term: string, block: number): Posting => ({ term, block, count: 0, offsets: new Uint8Array() });

const isSame = (right: Posting, stored: Posting | undefined): boolean =>
  stored !== undefined && stored.count === right.count && areSame(right.offsets, stored.offsets);

/** An erased event has no moment any more, but a stored one from before. */
function hasMoments(builder: BlockBuilder, stored: Uint8Array): boolean {
  const { times: right } = builder.closed();
  if (stored.length !== right.length) return false;
  const [rightAt, storedAt] = [timesIn(right), timesIn(stored)];
  for (let offset = 0; offset < builder.size; offset += 1)
    if (rightAt(offset) !== 0 && rightAt(offset) !== storedAt(offset)) return false;
  return true;
}

/** Bounds may be those of events that were erased since, and then lie further apart. */
const areBounds = (bounds: BlockTimes | undefined, { block, earliest, latest }: BlockBuilder): boolean =>
  bounds?.block === block && (earliest > latest || (bounds.earliest <= earliest && bounds.latest >= latest));

const areSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

function* lots<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += LOT) yield items.slice(start, start + LOT);
}
