import { describe, expect, test } from '@jest/globals';
import { failuresOf, type ServicePromise, servicePromises } from '@strongroom/contract-tests';
import { alteredService } from './harness.ts';
import { SERVICE_MUTANTS } from './mutants/all.ts';
import type { ServiceMutant } from './mutants/alter.ts';

const nameOf = ({ id, title }: ServicePromise): string => `[${id}] ${title}`;
const isOf = (row: string, { id, also = [] }: ServicePromise): boolean => id === row || also.includes(row);

const failsFor = async (promise: ServicePromise, { alteration }: ServiceMutant): Promise<boolean> =>
  (await failuresOf([promise], () => alteredService(alteration))).length > 0;

describe('through an unaltered proxy', () => {
  test.each(servicePromises.map((promise) => [nameOf(promise), promise] as const))('%s', async (_, promise) => {
    expect(await failuresOf([promise], () => alteredService(() => ({})))).toEqual([]);
  });
});

describe('the tests of a row', () => {
  const failed = new Set<ServicePromise>();

  /** One failure is enough. Tests that have not failed yet come first, so that most tests fail at some point. */
  const firstFailure = async (mutant: ServiceMutant): Promise<ServicePromise | undefined> => {
    const tests = servicePromises.filter((promise) => isOf(mutant.breaks, promise));
    for (const promise of tests.toSorted((a, b) => Number(failed.has(a)) - Number(failed.has(b))))
      if (await failsFor(promise, mutant)) return promise;
    return undefined;
  };

  test.each(SERVICE_MUTANTS.map((mutant) => [mutant.breaks, mutant.how, mutant] as const))(
    '[%s] fail for a service that %s',
    async (_, __, mutant) => {
      const failure = await firstFailure(mutant);
      if (failure !== undefined) failed.add(failure);
      expect(failure).toBeDefined();
    },
  );

  const failsForAny = async (promise: ServicePromise): Promise<boolean> => {
    for (const mutant of SERVICE_MUTANTS)
      if (isOf(mutant.breaks, promise) && (await failsFor(promise, mutant))) return true;
    return false;
  };

  test('each fail for at least one mutant', async () => {
    const whole: string[] = [];
    for (const promise of servicePromises)
      if (!failed.has(promise) && !(await failsForAny(promise))) whole.push(nameOf(promise));
    expect(whole).toEqual([]);
  });
});
