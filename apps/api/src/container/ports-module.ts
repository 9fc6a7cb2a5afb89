import { join } from 'node:path';
import {
  Argon2Hasher,
  createSecrets,
  ERASED_FILE,
  erasedFile,
  faultOfCheckpointFile,
  loadOrCreateSecrets,
  systemClock,
  systemIds,
} from '@strongroom/adapter-local';
import { ServedStore } from '@strongroom/application';
import {
  type AdapterPort,
  type Adapters,
  type Clock,
  type ErasedPeople,
  type Ids,
  type Log,
  type MayClose,
  type Secrets,
  SIGNING_PURPOSES,
} from '@strongroom/ports';
import { storePlaceOf } from '@strongroom/settings';
import { ContainerModule } from 'inversify';
import type { Metrics } from '../base/metrics.ts';
import { BUILD } from '../base/version.ts';
import type { Settings } from '../config/settings.ts';
import { DATA_FILES } from './adapters/kept.ts';
import { openAdapter } from './adapters/open-adapter.ts';
import { openAuditKeys, openKeepers, openWitnesses } from './audit.ts';
import { notingMailer, OutsideAlarms } from './outside-alarms.ts';
import { PublicAddress } from './public-address.ts';
import { RequestLimiter } from './request-limiter.ts';
import { TOKENS } from './tokens.ts';

const GIVEN = [
  TOKENS.settings,
  TOKENS.clock,
  TOKENS.secrets,
  TOKENS.publicAddress,
  TOKENS.log,
  TOKENS.metrics,
] as const;
type PortsInputs = [Settings, Clock, Secrets, PublicAddress, Log, Metrics | undefined];

/** Opens the adapter that the settings name, and has its calls timed. */
const opening =
  <P extends AdapterPort>(port: P) =>
  async (...[settings, clock, secrets, publicAddress, log, metrics]: PortsInputs): Promise<Adapters[P] & MayClose> => {
    const [, ...earlierSigningKeys] = secrets.deriveEach(SIGNING_PURPOSES[port], 'signing-key');
    const adapter = await openAdapter(port, {
      settings,
      clock,
      log,
      baseUrl: () => publicAddress.url,
      signingKey: secrets.derive(SIGNING_PURPOSES[port], 'signing-key'),
      earlierSigningKeys,
    });
    return metrics === undefined ? adapter : metrics.timed(port, adapter);
  };

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
      async ({ secret, dataDir }) =>
        createSecrets(secret ?? (await loadOrCreateSecrets(join(dataDir, DATA_FILES.keys)))),
      [TOKENS.settings],
    )
    .inSingletonScope();
  bind(TOKENS.documents)
    .toResolvedValue<[Ids, ...PortsInputs]>(
      async (ids, ...given) => {
        const [, clock, , , log, metrics] = given;
        const opened = await opening('documents')(...given);
        const documents = metrics === undefined ? opened : metrics.counted(opened);
        return new ServedStore({ documents, clock, ids, log, version: BUILD });
      },
      [TOKENS.ids, ...GIVEN],
    )
    .inSingletonScope();
  bind(TOKENS.limiter)
    .toResolvedValue<PortsInputs>(opening('limits'), [...GIVEN])
    .inSingletonScope();
  bind(TOKENS.requestLimiter)
    .toResolvedValue((limiter, log) => new RequestLimiter(limiter, log), [TOKENS.limiter, TOKENS.log])
    .inSingletonScope();
  bind(TOKENS.blobs)
    .toResolvedValue<PortsInputs>(opening('blobs'), [...GIVEN])
    .inSingletonScope();
  bind(TOKENS.keys)
    .toResolvedValue<PortsInputs>(opening('keys'), [...GIVEN])
    .inSingletonScope();
  bind(TOKENS.auditKeys)
    .toResolvedValue((settings, log) => openAuditKeys(settings, log), [TOKENS.settings, TOKENS.log])
    .inSingletonScope();
  bind(TOKENS.erasedPeople)
    .toResolvedValue((settings, log) => openErasedPeople(settings, log), [TOKENS.settings, TOKENS.log])
    .inSingletonScope();
  bind(TOKENS.keepers)
    .toResolvedValue((settings, log) => openKeepers(settings, log), [TOKENS.settings, TOKENS.log])
    .inSingletonScope();
  bind(TOKENS.witnesses)
    .toResolvedValue((settings) => openWitnesses(settings), [TOKENS.settings])
    .inSingletonScope();
  bind(TOKENS.outside)
    .toResolvedValue((log) => new OutsideAlarms(log), [TOKENS.log])
    .inSingletonScope();
  bind(TOKENS.mailer)
    .toResolvedValue<[OutsideAlarms, ...PortsInputs]>(
      async (outside, ...given) => notingMailer(await opening('mail')(...given), outside),
      [TOKENS.outside, ...GIVEN],
    )
    .inSingletonScope();
});

type ListSettings = Pick<Settings, 'documents' | 'dataDir' | 'erasedList'>;

/** The list of erased people; undefined with documents in memory, and with a warning where the list cannot be written. */
async function openErasedPeople(
  { documents, dataDir, erasedList }: ListSettings,
  log: Log,
): Promise<ErasedPeople | undefined> {
  if (storePlaceOf('documents', documents) === 'process') return undefined;
  const path = erasedList ?? join(dataDir, DATA_FILES.keys, ERASED_FILE);
  const fault = await faultOfCheckpointFile(path);
  if (fault === undefined) return erasedFile(path);
  log.warn('the list of erased people cannot be written: a restored store would bring them back', {
    setting: 'STRONGROOM_ERASED_LIST',
    fault,
  });
  return undefined;
}
