import type { Outcome } from '@strongroom/store-kit';
import { isOfStatement } from './errors.ts';

/**
 * Answers calls by one statement, and each by its own where the server refuses that statement: damage that one call meets
 * must not reach the others.
 */
export async function answeredTogether<Call, Answer>(
  calls: readonly Call[],
  answer: (calls: readonly Call[]) => Promise<readonly Answer[]>,
): Promise<readonly Outcome<Answer>[]> {
  try {
    return (await answer(calls)).map((one) => ({ answer: one }));
  } catch (error) {
    if (calls.length === 1 || !isOfStatement(error)) throw error;
    const outcomes: Outcome<Answer>[] = [];
    for (const call of calls)
      outcomes.push(...(await answeredTogether([call], answer).catch((thrown: unknown) => [{ error: thrown }])));
    return outcomes;
  }
}
