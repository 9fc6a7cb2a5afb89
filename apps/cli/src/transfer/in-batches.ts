import { type Result, StrongroomError } from '@strongroom/client';

/** Maximum number of items in one request. */
const AT_ONCE = 100;

type ItemOutcome<I> = Readonly<{ item: I; status: number; error?: StrongroomError }>;

/**
 * Sends items a hundred in a request, and returns the outcome of each. A role that refuses every item of a request is an
 * error of each. Throws errors that say nothing about the items, such as a lost connection.
 */
export async function inBatches<I, T>(
  items: readonly I[],
  send: (batch: readonly I[]) => Promise<readonly Result<T>[]>,
): Promise<readonly ItemOutcome<I>[]> {
  const outcomes: ItemOutcome<I>[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const batch = items.slice(from, from + AT_ONCE);
    try {
      const results = await send(batch);
      for (const [index, item] of batch.entries()) outcomes.push({ item, ...outcomeAt(results, index) });
    } catch (error) {
      if (!(error instanceof StrongroomError) || error.code !== 'INSUFFICIENT_ROOM_ROLE') throw error;
      for (const item of batch) outcomes.push({ item, status: error.status, error });
    }
  }
  return outcomes;
}

function outcomeAt(results: readonly Result<unknown>[], at: number): Omit<ItemOutcome<unknown>, 'item'> {
  const result = results.find(({ index }) => index === at);
  if (result !== undefined && result.error === undefined) return { status: result.status };
  const { code = 'UNEXPECTED_ANSWER', ...about } = result?.error ?? {};
  return { status: result?.status ?? 0, error: new StrongroomError(code, about) };
}
