import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keyUnwrapperSuite } from '@strongroom/contract-tests';
import type { Instant, KmsKeyId } from '@strongroom/domain';
import { SoftHsm } from '@strongroom/test-servers/soft-hsm';
import { Pkcs11Vault } from '../src/index.ts';
import { Pkcs11Unwrapper } from '../src/unwrap/unwrapper.ts';

keyUnwrapperSuite('unwrapping in a token', async () => {
  const hsm = SoftHsm.make();
  const rooms = hsm.token('rooms');
  const vault = await Pkcs11Vault.open({ ...rooms, clock: { now: () => 1_900_000_000_000 as Instant } });
  const unwrapper = await Pkcs11Unwrapper.open(rooms);
  return {
    vault,
    unwrapper,
    neverMade: 'pkcs11:object=00000000-0000-4000-8000-000000000000;type=secret-key' as KmsKeyId,
    lose: () => {
      const aside = join(hsm.folder, 'aside');
      renameSync(hsm.tokens, aside);
      mkdirSync(hsm.tokens);
      return () => {
        rmSync(hsm.tokens, { recursive: true });
        renameSync(aside, hsm.tokens);
      };
    },
    end: async () => {
      vault.close();
      await unwrapper.close();
      hsm.end();
    },
  };
});
