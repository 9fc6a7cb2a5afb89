import type { EventId, Instant } from '@strongroom/domain';
import type { TextSettings } from '@strongroom/ports';

/** The state of a database file, determined without changing it or the files next to it. */
export type DatabaseSeen =
  | Readonly<{ state: 'missing' }>
  /** The write-ahead log holds commits, but its database is missing or empty. */
  | Readonly<{ state: 'orphaned-log' }>
  /** The write-ahead log holds commits but its index is missing, so neither can be read without writing. */
  | Readonly<{ state: 'unread-log' }>
  | Readonly<{ state: 'unreadable'; reason: string }>
  | Readonly<{ state: 'foreign' }>
  | Readonly<{
      state: 'opened';
      schema: number;
      /** The newest schema that this program knows. */
      knownSchema: number;
      /** Lines of the integrity check; empty if nothing is damaged. */
      damage: readonly string[];
      logBytes: number;
      /** The keys of existing rooms; undefined if the documents cannot be read. */
      roomKeys: readonly RoomKey[] | undefined;
    }>;

/** The audit log of a store, determined without changing anything. Reasons are sentences without their full stop. */
export type LogSeen =
  /** No log yet, or a database that the doctor reports itself. */
  | Readonly<{ state: 'none' }>
  | Readonly<{ state: 'unreadable'; reason: string }>
  | Readonly<{
      state: 'seen';
      origin: string;
      /** Number of events; undefined where the right edge of the tree cannot be read. */
      size: number | undefined;
      /** False for a database without STRONGROOM_AUDIT_KEY: the key is elsewhere. */
      isKeyNamed: boolean;
      /** Reason for which the key cannot sign this log. */
      keyFault: string | undefined;
      /** The present key of the log, where the file of this machine lacks it. */
      lacks: string | undefined;
      /** Reason for which the log does not continue a known checkpoint, with the code that /readyz shows. */
      fault: Readonly<{ code: string; reason: string }> | undefined;
      /** Places of the checkpoints that it was compared with. */
      compared: readonly string[];
      /** Keepers that could not be asked. */
      silent: readonly string[];
      /** Places with a checkpoint that no key of the log signed. */
      unsigned: readonly string[];
      tiles: Readonly<{ compared: number; all: number; damaged: readonly string[] }>;
      /** The index of lists and counts, in blocks of events. */
      index: Readonly<{ blocks: number; compared: number; faults: readonly DamagedIndex[] }>;
    }>;

/** The UUIDs of keys that can be used, and the names of files that hold damaged ones. */
export type KeysSeen = Readonly<{ uuids: readonly string[]; damaged: readonly string[] }>;

/** Events `first` to `last` that lists miss, or have under a wrong term. `of`: what these lists are about. */
export type DamagedIndex = Readonly<{ first: number; last: number; of: readonly string[] }>;

/** The key ring in Cloud KMS, as named by the service's settings. */
export type KeyRingSettings = Readonly<{
  keyRing: string;
  scope: 'room' | 'organisation';
  /** An endpoint other than the public one. */
  endpoint: string | undefined;
}>;

/** Stores that can be read without changing anything. */
export type StoreToRead = Exclude<DocumentPlace, OutsideStore>;

/** Whether a service could use it. The reason is a sentence without its full stop. */
export type KeyRingSeen = Readonly<{ state: 'fits' } | { state: 'unfit' | 'unreachable'; reason: string }>;

/** A token of an HSM. `pinFile` holds the PIN of its user. */
export type TokenSettings = Readonly<{ library: string; token: string; pinFile: string }>;

/** A token as a service uses it; `outer` is the file with the public key of the outer layer. */
export type VaultTokenSettings = TokenSettings & Readonly<{ outer: string | undefined }>;

/** Whether a service could use it. The reason is a sentence without its full stop. */
export type TokenSeen = Readonly<
  { state: 'fits'; isNew: boolean } | { state: 'unfit' | 'unreachable'; reason: string }
>;

/** The private key of the outer layer: a file in PEM, or a token that holds it. */
export type OuterKeyHolder = Readonly<{ file: string }> | TokenSettings;

/** Bucket of a service, from its settings. An absent endpoint is the public one. */
export type BucketSettings =
  | Readonly<{ store: 'gcs'; bucket: string; weakerDeletion: 'refuse' | 'allow'; endpoint: string | undefined }>
  | Readonly<{
      store: 's3';
      bucket: string;
      endpoint: string | undefined;
      region: string;
      pathStyle: boolean | undefined;
      prefix: string;
      way: 'through-service' | 'direct';
    }>;

/** Whether a service could use it, and for how many seconds it keeps deleted objects. The reason is a sentence. */
export type BucketSeen = Readonly<
  { state: 'fits'; keptFor: number } | { state: 'unfit' | 'unreachable'; reason: string }
>;

/** The database of a service in MongoDB, from its settings. The address may hold a password. */
export type MongoSettings = Readonly<{ url: string; database: string }>;

/** A package from outside, as named by the service's settings, with its own settings. */
export type ModuleSettings = Readonly<{ name: string; settings: TextSettings }>;

/** A store in PostgreSQL. */
export type PostgresqlSettings = Readonly<{ postgresqlUrl: string }>;

/** Documents of a package from outside, with the settings that the service gives it too. */
export type OutsideStore = Readonly<{
  module: ModuleSettings;
  secret: readonly [string, ...string[]];
  publicUrl: string;
}>;

/** The documents of a service: a file, a database of MongoDB or PostgreSQL, or those of a package. */
export type DocumentPlace = string | MongoSettings | PostgresqlSettings | OutsideStore;

/** The rate limits of a service: a file, a database, or those of a package. */
export type LimitsStore = Readonly<{ limitsFile: string }> | MongoSettings | PostgresqlSettings | OutsideStore;

/** Whether a service could use it. The reason is a sentence without its full stop. */
export type MongoSeen = Readonly<
  | { state: 'unfit'; reason: string }
  | { state: 'fits'; version: string; replicaSet: string | undefined; problems: readonly string[] }
>;

/** An examined database of PostgreSQL. `hasTables` is false before the first start of the service. */
export type PostgresqlSeen = Readonly<
  | { state: 'unfit'; reason: string }
  | { state: 'fits'; version: string; database: string; isReplicated: boolean; hasTables: boolean }
>;

/** The part of a bucket that holds the last checkpoint. An absent endpoint is the public one. */
export type CheckpointBucket = Readonly<{
  name: string;
  store: 's3' | 'gcs';
  bucket: string;
  prefix: string;
  endpoint: string | undefined;
  region: string;
  pathStyle: boolean | undefined;
}>;

/** The place of the last signed checkpoint. `earlier`: where an earlier version noted it. */
export type CheckpointPlace =
  | Readonly<{ file: string; earlier: string | undefined }>
  | Readonly<{ bucket: CheckpointBucket }>
  | Readonly<{ nowhere: true }>;

/** The file of the keys of the audit log, and the place of its last signed checkpoint. */
export type AuditKeyFiles = Readonly<{ file: string; isMade: boolean; lastCheckpoint: CheckpointPlace }>;

/** Events to erase, or only the addresses of their callers: by id, or by age and actor. */
export type ErasedEvents = Readonly<{ part: 'event' | 'address' }> &
  (Readonly<{ ids: readonly EventId[] }> | Readonly<{ until: Instant | undefined; actorId: string | undefined }>);

/** A new audit log in place of another one. */
export type RestartedLog = Readonly<{
  origin: string;
  vkey: string;
  before: number;
  fault: string | undefined;
  last: Readonly<{ origin: string; size: number }> | undefined;
}>;

/** The state of the clock of this machine before the operator confirmed it. */
export type ConfirmedClock = Readonly<{
  verdict: 'agrees' | 'differs-from-database' | 'ahead-of-store';
  now: Instant;
  known: Instant;
}>;

/** A signed checkpoint of the audit log, word for word, and where it is. */
export type GivenCheckpoint = Readonly<{ where: string; note: string }>;

/** The keepers of checkpoints that can be read: folders, and parts of buckets. */
export type CheckpointKeepers = Readonly<{ folders: readonly string[]; buckets: readonly CheckpointBucket[] }>;

/** Checkpoints outside the store: those of keepers, and given ones. */
export type KnownCheckpoints = Readonly<{ keepers: CheckpointKeepers; checkpoints: readonly GivenCheckpoint[] }>;

/** Rebuilt tiles and parts of the index, and the checkpoints that the log agrees with. */
export type RepairedLog = Readonly<{
  size: number;
  mended: readonly string[];
  reindexed: readonly DamagedIndex[];
  agrees: readonly Readonly<{ where: string; size: number }>[];
  /** Places with a checkpoint that no key of the log signed. */
  unsigned: readonly string[];
}>;

/** The key that wraps the keys of a room's files. */
export type RoomKey = Readonly<{ roomId: string; kmsKeyId: string }>;

/** Progress of a copy: a share from 0 to 1, or the amount so far. */
export type CopyProgress =
  | Readonly<{ step: 'database'; share: number }>
  | Readonly<{ step: 'objects' | 'checking'; objects: number; bytes: number }>;

/** Contents of a backup. */
export type BackedUp = Readonly<{
  madeAt: string;
  version: string;
  rooms: number;
  objects: number;
  bytes: number;
  /** Objects that were already missing in the service's data. */
  lost: readonly string[];
  withKeys: boolean;
  /** Whether it has the record of a key service; undefined for a backup of an earlier version. */
  hasRecord: boolean | undefined;
}>;

/** The files of a key service. */
export type KeyServiceFiles = Readonly<{ record: string; auditKey: string; hasRecord: boolean; hasKeys: boolean }>;

/** The key service after a restore. */
export type RestoredKeyService = Readonly<{
  hasRecord: boolean | undefined;
  isKept: boolean;
  hasKeys: boolean;
  devices: readonly string[];
}>;

/** Keys recorded as lost, by room. Some of these rooms are deleted and await destruction. */
export type LostKeys = Readonly<{
  lost: readonly Readonly<{ roomId: string; isRoomThere: boolean }>[];
  hasNewSecret: boolean;
}>;

/** A new first-owner token. */
export type RenewedToken = Readonly<{ secret: string; ownerEmail: string; replaced: number }>;

/** The unwrapper of a package from outside. A reason is a sentence without its full stop. */
export type ModuleUnwrapper = Readonly<{
  unwrap: (wrappedDek: string, kmsKeyId: string) => Promise<Readonly<{ dataKey: Uint8Array } | { reason: string }>>;
  close: () => Promise<void>;
}>;

/**
 * Tokens, each opened when it is used first. One that cannot be opened is not tried again: it counts wrong PINs, and locks itself.
 * Reasons are sentences without their full stops.
 */
export type LazyTokens = Readonly<{
  /** The plaintext data key. The caller wipes it after use. */
  unwrap: (
    token: TokenSettings,
    wrappedDek: string,
    kmsKeyId: string,
  ) => Promise<Readonly<{ dataKey: Uint8Array } | { reason: string }>>;
  /** The wrapped key below the outer layer, whose private key may be in a file too. */
  removeOuterLayer: (
    wrappedDek: string,
    holder: OuterKeyHolder,
  ) => Promise<Readonly<{ wrappedDek: string } | { reason: string }>>;
  close: () => void;
}>;
