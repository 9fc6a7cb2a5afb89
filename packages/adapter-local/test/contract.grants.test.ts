import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grantSignerSuite } from '@strongroom/contract-tests';
import { grantSigner, openSigningKey, signingKeyFrom } from '../src/index.ts';

const another = () => signingKeyFrom(randomBytes(32).toString('base64url'));

grantSignerSuite('grants signed by a key in a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-grants-'));
  return {
    open: async (others) =>
      grantSigner(await openSigningKey(folder, 'grant.key'), Array.from({ length: others }, another)),
    end: () => rm(folder, { recursive: true }),
  };
});
