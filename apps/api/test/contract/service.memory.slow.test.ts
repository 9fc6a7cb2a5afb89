import { serviceSuite } from '@strongroom/contract-tests';
import { serviceWith } from './harness.ts';

serviceSuite('the service on memory', () =>
  serviceWith({ STRONGROOM_DOCUMENTS: 'memory', STRONGROOM_BLOBS: 'memory' }),
);
