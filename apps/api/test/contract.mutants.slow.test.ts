import { describe, expect, test } from '@jest/globals';
import { failuresOf, servicePromises } from '@strongroom/contract-tests';
import { alteredService } from './service-harness.ts';
import { effectMutants } from './service-mutants/effects.ts';
import { formMutants } from './service-mutants/forms.ts';
import { limitMutants } from './service-mutants/lists.ts';
import { rightMutants } from './service-mutants/rights.ts';

const MUTANTS = [...formMutants, ...limitMutants, ...rightMutants, ...effectMutants];
/** No proxy in Node hands on what Node itself refuses. */
const BELOW_JSON = 'what is wrong below JSON is answered in JSON too';
const PROMISES = servicePromises.filter(({ title }) => title !== BELOW_JSON);

describe('the suite of the service', () => {
  test('has a mutant for every row that it shows', () => {
    const broken = new Set(MUTANTS.map(({ breaks }) => breaks));
    expect(broken).toEqual(new Set(PROMISES.map(({ id }) => id)));
  });

  test('finds nothing where the proxy alters nothing', async () => {
    expect(await failuresOf(PROMISES, () => alteredService(() => ({})))).toEqual([]);
  });

  test.each(MUTANTS.map((mutant) => [mutant.breaks, mutant.how, mutant] as const))(
    'notices by [%s] a service that %s',
    async (_, __, { breaks, alteration }) => {
      const ofItsRow = PROMISES.filter(({ id }) => id === breaks);
      expect(await failuresOf(ofItsRow, () => alteredService(alteration))).not.toEqual([]);
    },
  );
});
