import { noKeyInClear } from './kms-canaries.ts';

noKeyInClear(200);
