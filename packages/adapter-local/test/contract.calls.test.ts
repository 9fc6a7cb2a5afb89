import { outgoingCallsSuite } from '@strongroom/contract-tests';
import { PinnedCalls } from '../src/index.ts';

outgoingCallsSuite('calls to checked addresses', async () => ({
  calls: (of) => new PinnedCalls(of),
  end: async () => {},
}));
