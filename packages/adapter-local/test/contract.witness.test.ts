import { WITNESS_VKEY as vkey, witnessPeerSuite } from '@strongroom/contract-tests';
import { httpWitness } from '../src/index.ts';

witnessPeerSuite('a witness by HTTP', async () => ({
  peer: (url, milliseconds) => httpWitness({ vkey, url }, milliseconds),
  end: async () => {},
}));
