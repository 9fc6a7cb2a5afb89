import { passwordHasherSuite } from '@strongroom/contract-tests';
import { Argon2Hasher } from '../src/index.ts';

passwordHasherSuite('argon2id', async () => ({ hasher: new Argon2Hasher(), end: async () => undefined }));
