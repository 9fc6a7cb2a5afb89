import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { signingKeyFrom } from '@strongroom/adapter-local';
import { openGrantSigner } from './grant-signer.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'strongroom-grant-signer-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const [OLD = '', NEW = ''] = [0, 1].map(() => randomBytes(32).toString('base64url'));
const [old, fresh] = [signingKeyFrom(OLD).thumbprint, signingKeyFrom(NEW).thumbprint];
const keyServiceUrl = 'https://keys.example.com';
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
const NONE = { grantKeys: undefined, mongodbUrl: undefined, postgresqlUrl: undefined, s3Credentials: undefined };

test.each([
  ['the one key of before', [OLD], [old]],
  ['a new key is added', [OLD, NEW], [old, fresh]],
  ['the new key signs', [NEW, OLD], [fresh, old]],
  ['the old key is taken away', [NEW], [fresh]],
])('the first key of grants signs, and all of them are published: %s', async (_, grantKeys, thumbprints) => {
  const signer = await openGrantSigner({ keyServiceUrl, grantKeys, dataDir, followed: NONE }, QUIET);
  expect(signer?.thumbprint).toBe(thumbprints[0]);
  expect(signer?.published.map(({ thumbprint }) => thumbprint)).toEqual(thumbprints);
  const path = join(dataDir, 'grant-keys');
  await writeFile(path, grantKeys.join(','));
  const followed = { ...NONE, grantKeys: { variable: 'STRONGROOM_GRANT_KEY_FILE', path } };
  const following = await openGrantSigner({ keyServiceUrl, grantKeys, dataDir, followed }, QUIET);
  expect(following?.published.map(({ thumbprint }) => thumbprint)).toEqual(thumbprints);
});

test('a service without a key service signs no grants', async () => {
  const without = { keyServiceUrl: undefined, grantKeys: [OLD], dataDir, followed: NONE };
  expect(await openGrantSigner(without, QUIET)).toBeUndefined();
});
