import { IN_TIME_WHEN_BUSY } from './in-time.ts';
import { faultsOnTheWayAreTold } from './mongo-faults.ts';

faultsOnTheWayAreTold([{ kind: 'refuse' }, { kind: 'hang' }, { kind: 'cut', bytes: 40 }], IN_TIME_WHEN_BUSY);
