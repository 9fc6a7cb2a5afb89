import { faultsOnTheWayAreTold } from './mongo-faults.ts';

faultsOnTheWayAreTold([{ kind: 'refuse' }, { kind: 'hang' }, { kind: 'cut', bytes: 40 }]);
