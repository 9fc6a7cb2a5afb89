import { reportsFaultsOnTheWay } from './database-faults.ts';
import { IN_TIME_WHEN_BUSY } from './in-time.ts';
import { mongoDatabase } from './mongo.ts';

reportsFaultsOnTheWay(
  mongoDatabase(),
  [{ kind: 'refuse' }, { kind: 'hang' }, { kind: 'cut', bytes: 40 }],
  IN_TIME_WHEN_BUSY,
);
