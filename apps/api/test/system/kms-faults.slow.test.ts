import type { Fault } from './faulty-link.ts';
import { faultsAreTold, withFaultyLinkToKms } from './kms-faults.ts';

const FAULTS: readonly Fault[] = [
  { kind: 'refuse' },
  { kind: 'hang' },
  { kind: 'reset' },
  { kind: 'cut', bytes: 0 },
  { kind: 'cut', bytes: 40 },
  { kind: 'latency', milliseconds: 6000 },
];

faultsAreTold(withFaultyLinkToKms(), FAULTS);
