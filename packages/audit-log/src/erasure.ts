import { facetsOfText } from './event-text.ts';
import { BLOCK_EVENTS } from './postings.ts';

/** Events that one erasure takes. */
export const MAX_ERASED = 1000;

type Erased = Readonly<{ seq: number; text: string }>;

/** The offsets to drop from the posting of a term in a block. */
export type DroppedOffsets = Readonly<{ term: string; block: number; offsets: readonly number[] }>;

/** The postings of closed blocks that hold the events. */
export function postingsOf(
  events: readonly Erased[],
  closed: number,
  blockSize = BLOCK_EVENTS,
): readonly DroppedOffsets[] {
  const dropped = new Map<string, { term: string; block: number; offsets: number[] }>();
  for (const { seq, text } of events) {
    const block = Math.floor(seq / blockSize);
    if (block >= closed) continue;
    for (const term of facetsOfText(text).terms) {
      const place = `${block}/${term}`;
      const known = dropped.get(place) ?? { term, block, offsets: [] };
      known.offsets.push(seq % blockSize);
      dropped.set(place, known);
    }
  }
  return [...dropped.values()];
}

export function refuseLargeErasure(seqs: readonly number[]): void {
  if (seqs.length > MAX_ERASED) throw new RangeError(`more than ${MAX_ERASED} events in one erasure`);
}
