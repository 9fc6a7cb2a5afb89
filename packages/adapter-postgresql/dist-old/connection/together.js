                                                     
import { isOfStatement } from './errors.js';

/**
 * Answers calls by one statement, and each by its own where the server refuses that statement: damage that one call meets
 * must not reach the others.
 */
export async function answeredTogether              (
  calls                 ,
  answer                                                        ,
)                                      {
  try {
    return (await answer(calls)).map((one) => ({ answer: one }));
  } catch (error) {
    if (calls.length === 1 || !isOfStatement(error)) throw error;
    const outcomes                    = [];
    for (const call of calls)
      outcomes.push(...(await answeredTogether([call], answer).catch((thrown         ) => [{ error: thrown }])));
    return outcomes;
  }
}
