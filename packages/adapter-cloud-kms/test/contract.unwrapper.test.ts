import { keyUnwrapperSuite } from '@strongroom/contract-tests';
import type { KmsKeyId } from '@strongroom/domain';
import { CloudKmsUnwrapper } from '../src/unwrap/unwrapper.ts';
import { DECRYPT, MINIMUM_PERMISSIONS, RING } from './server/key-service.ts';
import { aPlace, clientAt } from './setting.ts';

const neverMade = `${RING}/cryptoKeys/room-00000000-0000-4000-8000-000000000000-0123456789abcdef` as KmsKeyId;

const notShown = { 'KU-07': 'a call to decrypt uses quota and is audited, so a check makes none' };

for (const isBound of [false, true])
  keyUnwrapperSuite(
    `unwrapping with Cloud KMS${isBound ? ', bound to the file' : ''}`,
    async () => {
      const { server, open, end } = await aPlace('grpc');
      const vault = await open({ isBound });
      server.service.permissions = [...MINIMUM_PERMISSIONS, DECRYPT];
      const unwrapper = new CloudKmsUnwrapper({ client: clientAt(server.port), keyRing: RING, scope: 'room', isBound });
      return {
        vault,
        unwrapper,
        neverMade,
        known: async (wrapped) => server.service.unwrap(wrapped),
        end: async () => {
          await unwrapper.close();
          await end();
        },
      };
    },
    notShown,
  );
