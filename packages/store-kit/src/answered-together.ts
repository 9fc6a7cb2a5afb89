import type { Outcome } from './batcher.ts';

/**
 * Answers calls by one command, and each by its own where that command fails for a reason that may lie in one of them: damage
 * that one call meets must not reach the others.
 */
export async function answeredTogether<Call, Answer>(
  calls: readonly Call[],
  answer: (calls: readonly Call[]) => Promise<readonly Answer[]>,
  mayBeOfOne: (error: unknown) => boolean,
): Promise<readonly Outcome<Answer>[]> {
  try {
    return (await answer(calls)).map((one) => ({ answer: one }));
  } catch (error) {
    if (calls.length === 1 || !mayBeOfOne(error)) throw error;
    const outcomes: Outcome<Answer>[] = [];
    for (const call of calls)
      outcomes.push(
        ...(await answeredTogether([call], answer, mayBeOfOne).catch((thrown: unknown) => [{ error: thrown }])),
      );
    return outcomes;
  }
}
