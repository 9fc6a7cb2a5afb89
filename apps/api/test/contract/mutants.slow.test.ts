import { describe, expect, test } from '@jest/globals';
import { failuresOf, type ServicePromise, servicePromises } from '@strongroom/contract-tests';
import { alteredService } from './harness.ts';
import { SERVICE_MUTANTS } from './mutants/all.ts';

const nameOf = ({ id, title }: Pick<ServicePromise, 'id' | 'title'>): string => `[${id}] ${title}`;
const testsOf = (row: string): readonly ServicePromise[] =>
  servicePromises.filter(({ id, also = [] }) => id === row || also.includes(row));

test('every test of the conformance page passes where nothing is altered', async () => {
  expect(await failuresOf(servicePromises, () => alteredService(() => ({})))).toEqual([]);
});

describe('the tests of a row', () => {
  const failed = new Set<string>();

  test.each(SERVICE_MUTANTS.map((mutant) => [mutant.breaks, mutant.how, mutant] as const))(
    'of [%s] notice a service that %s',
    async (_, __, { breaks, alteration }) => {
      const failures = await failuresOf(testsOf(breaks), () => alteredService(alteration));
      for (const failure of failures) failed.add(nameOf(failure));
      expect(failures).not.toEqual([]);
    },
  );

  test('each fail for a mutant', () => {
    expect(servicePromises.map(nameOf).filter((name) => !failed.has(name))).toEqual([]);
  });
});
