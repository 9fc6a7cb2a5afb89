import { describe } from '@jest/globals';
import { keyVaultSuite } from '@strongroom/contract-tests';
import type { KmsKeyId } from '@strongroom/domain';
import { RING } from './server/key-service.ts';
import { aPlace } from './setting.ts';

const neverMade = `${RING}/cryptoKeys/room-00000000-0000-4000-8000-000000000000-0123456789abcdef` as KmsKeyId;

describe.each(['grpc', 'rest'] as const)('over %s', (transport) => {
  for (const isBound of [false, true])
    keyVaultSuite(`keys in Cloud KMS${isBound ? ', each bound to its file' : ''}`, async () => {
      const { server, open, end } = await aPlace(transport);
      return {
        vault: await open({ isBound }),
        neverMade,
        unwrap: async (wrapped) => server.service.unwrap(wrapped),
        later: async () => {
          server.service.offset += 60_000;
        },
        end: async () => {
          await end();
          if (server.count('decrypt') > 0) throw new Error('the vault has asked to decrypt');
        },
      };
    });
});
