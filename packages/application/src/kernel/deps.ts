import type { Classification, OrgId, OrgUnitId } from '@strongroom/domain';
import type {
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
import type { Lists } from './lists.ts';
import type { OperationRunner } from './operation-runner.ts';

/** The world, as adapters bring it. */
export type Ports = Readonly<{
  documents: DocumentStore;
  blobs: BlobStore;
  keys: KeyVault;
  mailer: Mailer;
  limiter: RateLimiter;
  passwords: PasswordHasher;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
  log: Log;
}>;

/** What an operator decides. */
export type Configuration = Readonly<{
  classification: Classification;
  /** Where links lead: `https://host`, without a slash at the end. A function, as the port may be chosen when listening. */
  publicUrl: () => string;
  /** Seconds. */
  uploadUrlTtl: number;
  /** Seconds. */
  downloadUrlTtl: number;
  /** Rooms a user may make in a minute: each has a key of its own at the key service. */
  roomsPerMinute: number;
  /** Uploads a user may announce in a minute: each wraps a key. */
  uploadsPerMinute: number;
  /** How many uploads may wait for their confirmation, and how many bytes of them. */
  pendingLimits: Readonly<{ filesPerUser: number; bytesPerUser: number; filesPerRoom: number }>;
}>;

/** The organisation this process serves, as found or made at start. */
export type Home = Readonly<{ orgId: OrgId; rootUnitId: OrgUnitId }>;

/** Everything an operation can ask for; each says with `Pick` what it does ask for. */
export type Deps = Ports & Configuration & Home & Readonly<{ runner: OperationRunner; lists: Lists }>;
