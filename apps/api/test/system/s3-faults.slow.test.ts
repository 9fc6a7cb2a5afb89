import { reportsS3Faults, withS3 } from './s3-place.ts';

reportsS3Faults(withS3(), [
  { kind: 'refuse' },
  { kind: 'hang' },
  { kind: 'reset' },
  { kind: 'cut', bytes: 0 },
  { kind: 'cut', bytes: 40 },
]);
