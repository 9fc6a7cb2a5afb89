import { answeredTogether as answered, type Outcome } from '@strongroom/store-kit';
import { isOfStatement } from './errors.ts';

/** Answers calls by one statement, and each by its own where the server refuses that statement. */
export const answeredTogether = <Call, Answer>(
  calls: readonly Call[],
  answer: (calls: readonly Call[]) => Promise<readonly Answer[]>,
): Promise<readonly Outcome<Answer>[]> => answered(calls, answer, isOfStatement);
