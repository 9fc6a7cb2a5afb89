import type { ErrorCode } from '@strongroom/domain';
import type { Deps } from '../deps.ts';
import { stateOf } from '../kernel/collection.ts';
import type { Known } from '../kernel/draft.ts';
import { SYSTEM } from '../kernel/entry.ts';
import { answersOfUnit, idempotencyRecords } from '../repositories/idempotency.ts';
import type { Handler } from './handler.ts';

const AT_ONCE = 200;

/**
 * Empties the remembered answers that speak of something that is gone: a copy of its name must not outlive it. The record
 * stays, so that the request is not done again when it is repeated; it is answered `gone`.
 */
export async function forgetAnswers(
  deps: Pick<Deps, 'documents' | 'journal'>,
  key: string,
  gone: ErrorCode,
): Promise<void> {
  for (;;) {
    let found: readonly Known[] = [];
    const more = async (): Promise<readonly Known[]> => {
      const documents = await deps.documents.list(idempotencyRecords.name, { anyOf: [key] }, { limit: AT_ONCE });
      found = documents.map((document) => ({ collection: idempotencyRecords.name, document }));
      return found;
    };
    await deps.journal.run({
      author: SYSTEM,
      refs: [],
      more,
      decide: (at) => {
        for (const { document } of found)
          at.put(idempotencyRecords, { ...stateOf(idempotencyRecords, document), kept: null, gone });
      },
    });
    if (found.length < AT_ONCE) return;
  }
}

export const forgetUnit: Handler<'forget-unit'> = async (deps, { unitId }) => {
  await forgetAnswers(deps, answersOfUnit(unitId), 'ORG_UNIT_NOT_FOUND');
  return undefined;
};
