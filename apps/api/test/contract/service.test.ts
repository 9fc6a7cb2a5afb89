import { serviceSuite } from '@strongroom/contract-tests';
import { serviceWith } from './harness.ts';

serviceSuite('the service on SQLite', () => serviceWith({ STRONGROOM_DOCUMENTS: 'sqlite', STRONGROOM_BLOBS: 'files' }));
