import { reportsFaultsOnTheWay } from './database-faults.ts';
import { mongoDatabase } from './mongo.ts';

reportsFaultsOnTheWay(mongoDatabase(), [
  { kind: 'refuse' },
  { kind: 'hang' },
  { kind: 'reset' },
  { kind: 'latency', milliseconds: 6000 },
  ...[0, 1, 20, 100, 250, 1000].map((bytes) => ({ kind: 'cut' as const, bytes })),
]);
