import type { ErrorCode } from '@strongroom/domain';
import type { Deps } from '../kernel/deps.ts';
import { answersOfUnit, idempotencyRecords } from '../store/idempotency.ts';
import { eachListed } from './each-listed.ts';
import type { Handler } from './handler.ts';

/**
 * Empties the remembered answers that speak of something that is gone: a copy of its name must not outlive it. The record
 * stays, so that the request is not done again when it is repeated; it is answered `gone`.
 */
export const forgetAnswers = (deps: Pick<Deps, 'documents' | 'runner'>, key: string, gone: ErrorCode): Promise<void> =>
  eachListed(deps, idempotencyRecords, key, (at, record) =>
    at.put(idempotencyRecords, { ...record, kept: null, gone }),
  );

export const forgetUnit: Handler<'forget-unit'> = async (deps, { unitId }) => {
  await forgetAnswers(deps, answersOfUnit(unitId), 'ORG_UNIT_NOT_FOUND');
  return undefined;
};
