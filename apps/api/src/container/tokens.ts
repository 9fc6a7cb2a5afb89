import type { Home, Ports, ServedStore } from '@strongroom/application';
import type { HttpServer } from '@strongroom/http-kernel';
import type {
  Adapters,
  AuditKeys,
  Clock,
  ErasedPeople,
  GrantSigner,
  Ids,
  Log,
  MayClose,
  PasswordHasher,
  Secrets,
  WitnessPeer,
} from '@strongroom/ports';
import type { ServiceIdentifier } from 'inversify';
import type { Metrics } from '../base/metrics.ts';
import type { Settings } from '../config/settings.ts';
import type { App } from '../http/resources/route.ts';
import type { ServiceServer } from '../http/service-server.ts';
import type { OutsideAlarms } from './outside-alarms.ts';
import type { OwnerToken } from './owner-token.ts';
import type { PublicAddress } from './public-address.ts';
import type { RequestLimiter } from './request-limiter.ts';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`strongroom.${name}`);

/** Names and types of the bindings of the container. */
export const TOKENS = {
  settings: token<Settings>('settings'),
  log: token<Log>('log'),
  publicAddress: token<PublicAddress>('publicAddress'),
  /** Failures of parties that no check asks. */
  outside: token<OutsideAlarms>('outside'),
  clock: token<Clock>('clock'),
  ids: token<Ids>('ids'),
  secrets: token<Secrets>('secrets'),
  documents: token<ServedStore>('documents'),
  blobs: token<Adapters['blobs'] & MayClose>('blobs'),
  keys: token<Adapters['keys'] & MayClose>('keys'),
  auditKeys: token<AuditKeys>('auditKeys'),
  /** Undefined where no place for the list can be written. */
  erasedPeople: token<ErasedPeople | undefined>('erasedPeople'),
  witnesses: token<readonly WitnessPeer[]>('witnesses'),
  keepers: token<Pick<Ports, 'keepers' | 'checkpointsTo'>>('keepers'),
  mailer: token<Adapters['mail'] & MayClose>('mailer'),
  limiter: token<Adapters['limits'] & MayClose>('limiter'),
  /** Counts requests also while the limiter takes no writes. */
  requestLimiter: token<RequestLimiter>('requestLimiter'),
  passwords: token<PasswordHasher>('passwords'),
  ownerToken: token<OwnerToken>('ownerToken'),
  home: token<Home>('home'),
  /** Undefined without a key service. */
  grants: token<GrantSigner | undefined>('grants'),
  application: token<App>('application'),
  metrics: token<Metrics | undefined>('metrics'),
  /** The server, which is not open to requests of the service yet. */
  serviceServer: token<ServiceServer>('serviceServer'),
  /** The same server, opened to the service. */
  server: token<HttpServer>('server'),
};
