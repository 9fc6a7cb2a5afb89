import { join } from 'node:path';
import { Argon2Hasher, createSecrets, loadOrCreateSecret, systemClock, systemIds } from '@strongroom/adapter-local';
import type { Clock, Secrets } from '@strongroom/ports';
import { ContainerModule } from 'inversify';
import type { Settings } from '../config/settings.ts';
import { KEPT } from './data-folder.ts';
import { type Needs, OPEN_BLOBS, OPEN_DOCUMENTS, OPEN_KEYS, OPEN_LIMITER, OPEN_MAILER } from './drivers.ts';
import { PublicAddress } from './public-address.ts';
import { TOKENS } from './tokens.ts';

type Given = [Settings, Clock, Secrets, PublicAddress];
const GIVEN = [TOKENS.settings, TOKENS.clock, TOKENS.secrets, TOKENS.publicAddress] as const;

/** Opens the driver that the settings name. */
const opening =
  <T>(open: (needs: Needs) => Promise<T>) =>
  (...[settings, clock, secrets, publicAddress]: Given): Promise<T> =>
    open({ settings, clock, secrets, publicAddress });

/** The adapters behind the ports. */
export const portsModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.clock).toConstantValue(systemClock);
  bind(TOKENS.ids).toConstantValue(systemIds);
  bind(TOKENS.passwords).toConstantValue(new Argon2Hasher());
  bind(TOKENS.publicAddress)
    .toResolvedValue((settings) => new PublicAddress(settings), [TOKENS.settings])
    .inSingletonScope();
  bind(TOKENS.secrets)
    .toResolvedValue(
      async ({ secret, dataDir }) => createSecrets(secret ?? (await loadOrCreateSecret(join(dataDir, KEPT.keys)))),
      [TOKENS.settings],
    )
    .inSingletonScope();
  bind(TOKENS.documents)
    .toResolvedValue<Given>(
      opening((needs) => OPEN_DOCUMENTS[needs.settings.documents](needs)),
      [...GIVEN],
    )
    .inSingletonScope();
  bind(TOKENS.limiter)
    .toResolvedValue<Given>(
      opening((needs) => OPEN_LIMITER[needs.settings.documents](needs)),
      [...GIVEN],
    )
    .inSingletonScope();
  bind(TOKENS.blobs)
    .toResolvedValue<Given>(
      opening((needs) => OPEN_BLOBS[needs.settings.blobs](needs)),
      [...GIVEN],
    )
    .inSingletonScope();
  bind(TOKENS.keys)
    .toResolvedValue<Given>(
      opening((needs) => OPEN_KEYS[needs.settings.keys](needs)),
      [...GIVEN],
    )
    .inSingletonScope();
  bind(TOKENS.mailer)
    .toResolvedValue<Given>(
      opening((needs) => OPEN_MAILER[needs.settings.mail](needs)),
      [...GIVEN],
    )
    .inSingletonScope();
});
