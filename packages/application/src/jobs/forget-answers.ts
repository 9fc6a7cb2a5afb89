import type { ErrorCode } from '@strongroom/domain';
import type { Deps } from '../kernel/deps.ts';
import { eachListed } from '../steps/each-listed.ts';
import { answersOfUnit, idempotencyRecords } from '../store/idempotency.ts';
import type { Handler } from './handler.ts';

/**
 * Erases stored answers that hold the name of something deleted. The records stay, so that a repeated request has no
 * second effect and is answered with the code `gone`.
 */
export const forgetAnswers = (deps: Pick<Deps, 'documents' | 'runner'>, key: string, gone: ErrorCode): Promise<void> =>
  eachListed(deps, idempotencyRecords, [key], (uow, record) =>
    uow.put(idempotencyRecords, { ...record, kept: null, gone }),
  );

export const forgetUnit: Handler<'forget-unit'> = async (deps, { unitId }) => {
  await forgetAnswers(deps, answersOfUnit(unitId), 'ORG_UNIT_NOT_FOUND');
  return undefined;
};
