import { noKeyInClear } from './kms-canaries.ts';

noKeyInClear(10_000);
