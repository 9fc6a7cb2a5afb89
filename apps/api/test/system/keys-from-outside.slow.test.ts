import { join } from 'node:path';
import { env } from 'node:process';
import { expect, test } from '@jest/globals';
import { localKmsProgram } from '@strongroom/test-servers/local-kms';
import { KeyProcess } from '../support/key-process.ts';
import { type KeyServer, keysFromOutside } from './keys-from-outside.ts';

const projects = keysFromOutside({
  folder: 'keys-in-aws-kms',
  fetched: ['@aws-sdk/client-kms'],
  program: () => localKmsProgram(env),
  variable: 'LOCAL_KMS',
  start: async (author, program) => {
    const { LocalKms } = (await import(join(author, 'test/local-kms.js'))) as {
      LocalKms: { start: (program: string) => Promise<KeyServer> };
    };
    return LocalKms.start(program);
  },
  settings: ({ url }) => {
    const both = {
      STRONGROOM_KEYS: 'module:@acme/strongroom-aws-kms',
      STRONGROOM_KEYS_MODULE_REGION: 'eu-central-1',
      STRONGROOM_KEYS_MODULE_ENDPOINT: url,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    };
    return { rooms: both, keys: both };
  },
  tests: 21,
});

test('a key service without the package says in one sentence what to install', async () => {
  const { operator, keys } = projects();
  const refused = KeyProcess.start(1, { ...keys, STRONGROOM_KEYS: 'module:@acme/absent' }, operator);
  await expect(refused).rejects.toThrow(/STRONGROOM_KEYS: module:@acme\/absent is not installed: run `npm install/);
});
