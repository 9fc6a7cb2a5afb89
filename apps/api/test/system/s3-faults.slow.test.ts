import type { Fault } from './faulty-link.ts';
import { reportsS3Faults, withS3 } from './s3-place.ts';

const FAULTS: readonly Fault[] = [
  { kind: 'refuse' },
  { kind: 'hang' },
  { kind: 'reset' },
  { kind: 'cut', bytes: 0 },
  { kind: 'cut', bytes: 40 },
];

const held = withS3();

reportsS3Faults(held, FAULTS);
reportsS3Faults(held, FAULTS, 'direct');
