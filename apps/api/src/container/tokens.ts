import type { Home } from '@strongroom/application';
import type {
  BlobGateway,
  BlobStore,
  Clock,
  DocumentStore,
  Ids,
  KeyVault,
  Log,
  Mailer,
  PasswordHasher,
  RateLimiter,
  Secrets,
} from '@strongroom/ports';
import type { ServiceIdentifier } from 'inversify';
import type { Settings } from '../config/settings.ts';
import type { App } from '../http/resources/route.ts';
import type { ServiceServer } from '../http/service-server.ts';
import type { HttpServer } from '../http/wire/server.ts';
import type { Metrics } from '../metrics.ts';
import type { OwnerToken } from './owner-token.ts';
import type { PublicAddress } from './public-address.ts';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`strongroom.${name}`);

/** Names and types of the bindings of the container. */
export const TOKENS = {
  settings: token<Settings>('settings'),
  log: token<Log>('log'),
  publicAddress: token<PublicAddress>('publicAddress'),
  clock: token<Clock>('clock'),
  ids: token<Ids>('ids'),
  secrets: token<Secrets>('secrets'),
  documents: token<DocumentStore>('documents'),
  blobs: token<BlobStore & Partial<BlobGateway>>('blobs'),
  keys: token<KeyVault>('keys'),
  mailer: token<Mailer>('mailer'),
  limiter: token<RateLimiter>('limiter'),
  passwords: token<PasswordHasher>('passwords'),
  ownerToken: token<OwnerToken>('ownerToken'),
  home: token<Home>('home'),
  application: token<App>('application'),
  metrics: token<Metrics | undefined>('metrics'),
  /** Not yet opened to the service. */
  serviceServer: token<ServiceServer>('serviceServer'),
  /** The same server, opened to the service. */
  server: token<HttpServer>('server'),
};
