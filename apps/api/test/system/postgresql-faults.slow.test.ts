import { reportsFaultsOnTheWay } from './database-faults.ts';
import { withPostgresql } from './postgresql.ts';

reportsFaultsOnTheWay(withPostgresql(), [
  { kind: 'refuse' },
  { kind: 'hang' },
  { kind: 'reset' },
  { kind: 'latency', milliseconds: 6000 },
  ...[0, 1, 20, 100, 250, 1000].map((bytes) => ({ kind: 'cut' as const, bytes })),
]);
