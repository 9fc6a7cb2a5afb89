import type { LabelRules, OrgId, OrgUnitId } from '@strongroom/domain';
import type {
  AuditKey,
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
  WitnessPeer,
} from '@strongroom/ports';
import type { CheckpointSigning } from './checkpoint-signing.ts';
import type { Lists } from './lists.ts';
import type { OperationRunner } from './operation-runner.ts';

/** The ports, as implemented by adapters. */
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
  /** Signs the audit log. Without it nothing is signed. */
  auditKey?: AuditKey;
  /** Witnesses of the audit log. */
  witnesses?: readonly WitnessPeer[];
}>;

/** The configuration of an operator. */
export type Configuration = Readonly<{
  labelRules: LabelRules;
  /**
   * Base URL of links: `https://host`, without a slash at the end. A function, because the port may be assigned when
   * listening.
   */
  publicUrl: () => string;
  /** Seconds. */
  uploadUrlTtl: number;
  /** Seconds. */
  downloadUrlTtl: number;
  /** Rooms a user may create per minute: each has a key of its own at the key service. */
  roomsPerMinute: number;
  /** Uploads a user may announce per minute: each wraps a key. */
  uploadsPerMinute: number;
  /** Maximum number of unconfirmed uploads, and of their bytes. */
  pendingLimits: Readonly<{ filesPerUser: number; bytesPerUser: number; filesPerRoom: number }>;
}>;

/** The organisation this process serves, as found or created at start. */
export type Home = Readonly<{ orgId: OrgId; rootUnitId: OrgUnitId }>;

/** Everything an operation can use; each operation picks its part with `Pick`. */
export type Deps = Ports &
  Configuration &
  Home &
  Readonly<{ runner: OperationRunner; lists: Lists; checkpointer: CheckpointSigning | undefined }>;
