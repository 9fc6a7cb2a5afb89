/** Why a wrapped key could not be unwrapped. */
export type UnwrapRefusal =
  | Readonly<{ because: 'unknown-key' | 'destroyed-key' | 'damaged-key' | 'malformed' | 'no-folder' }>
  /** `wrappedWith` names the key it was wrapped with, where that is in the keyring; without one it was changed. */
  | Readonly<{ because: 'not-authentic'; wrappedWith: string | undefined }>
  /** `code` of the operating system. */
  | Readonly<{ because: 'unreadable'; code: string }>;

/** The state of a database file, found without changing it or the files next to it. */
export type DatabaseSeen =
  | Readonly<{ state: 'missing' }>
  /** The log holds commits, and the database they belong to is gone or empty. */
  | Readonly<{ state: 'orphaned-log' }>
  /** The log holds commits and its index is not there, so both cannot be read without writing. */
  | Readonly<{ state: 'unread-log' }>
  | Readonly<{ state: 'unreadable'; reason: string }>
  | Readonly<{ state: 'foreign' }>
  | Readonly<{
      state: 'opened';
      schema: number;
      /** The newest schema this program knows. */
      knownSchema: number;
      /** Lines of the integrity check; empty if nothing is damaged. */
      damage: readonly string[];
      logBytes: number;
      /** The keys of the rooms that are there; undefined where the documents cannot be read. */
      roomKeys: readonly RoomKey[] | undefined;
    }>;

/** How a service would find its key ring in Cloud KMS, as the settings name it. */
export type KeyRingSettings = Readonly<{
  keyRing: string;
  scope: 'room' | 'organisation';
  /** Another way to it than the public one. */
  endpoint: string | undefined;
}>;

/** Whether a service could work with it; the reason is a sentence without its full stop. */
export type KeyRingSeen = Readonly<{ state: 'fits' } | { state: 'unfit' | 'unreachable'; reason: string }>;

/** How a service would find its bucket in Cloud Storage, as the settings name it. */
export type BucketSettings = Readonly<{
  bucket: string;
  weakerDeletion: 'refuse' | 'allow';
  /** Another way to it than the public one. */
  endpoint: string | undefined;
}>;

/** Whether a service could work with it, and for how many seconds it keeps what was deleted; the reason is a sentence. */
export type BucketSeen = Readonly<
  { state: 'fits'; keptFor: number } | { state: 'unfit' | 'unreachable'; reason: string }
>;

/** The database of a service in MongoDB, from its settings. The address may hold a password. */
export type MongoSettings = Readonly<{ url: string; database: string }>;

/** The documents of a service: a file, or a database of MongoDB. */
export type Store = string | MongoSettings;

/** Whether a service could work with it; the reason is a sentence without its full stop. */
export type MongoSeen = Readonly<
  | { state: 'unfit'; reason: string }
  | { state: 'fits'; version: string; replicaSet: string | undefined; problems: readonly string[] }
>;

/** Which key a room's files are wrapped with. */
export type RoomKey = Readonly<{ roomId: string; kmsKeyId: string }>;

/** Progress of a copy: a share from 0 to 1, or the amount so far. */
export type Progress =
  | Readonly<{ step: 'database'; share: number }>
  | Readonly<{ step: 'objects' | 'checking'; objects: number; bytes: number }>;

/** Contents of a backup. */
export type BackedUp = Readonly<{
  madeAt: string;
  version: string;
  rooms: number;
  objects: number;
  bytes: number;
  /** Objects that the service itself had lost when it was made. */
  lost: readonly string[];
  withKeys: boolean;
}>;

/** Keys that were noted as lost, by their rooms, of which some were deleted and wait for their destruction. */
export type LostKeys = Readonly<{
  lost: readonly Readonly<{ roomId: string; isRoomThere: boolean }>[];
  hasNewSecret: boolean;
}>;

/** A new first-owner token. */
type RenewedToken = Readonly<{ secret: string; ownerEmail: string; replaced: number }>;

/**
 * Operations on the embedded parts of a service: keys, documents. Each loads its modules when it is called, so that a
 * command starts without those it does not use.
 */
export type Embedded = Readonly<{
  /** The data key in clear, which the caller wipes after use. */
  unwrap: (
    keysFolder: string,
    wrappedDek: string,
    kmsKeyId: string,
  ) => Promise<Readonly<{ dataKey: Uint8Array }> | UnwrapRefusal>;
  inspectDatabase: (file: string) => Promise<DatabaseSeen>;
  inspectKeyRing: (settings: KeyRingSettings) => Promise<KeyRingSeen>;
  inspectMongo: (settings: MongoSettings) => Promise<MongoSeen>;
  inspectBucket: (settings: BucketSettings) => Promise<BucketSeen>;
  /**
   * Makes a new first-owner token, writes it to `tokenFile` and ends the old one. Undefined when the store has no owner
   * yet. Throws Problem where the store cannot serve.
   */
  renewOwnerToken: (store: Store, tokenFile: string) => Promise<RenewedToken | undefined>;
  /** Makes the next start note the secret it has. Throws Problem. */
  forgetSettings: (store: Store) => Promise<void>;
  /**
   * Notes the keys of these rooms as lost where they are not in the folder. Where the secret of the service should be in it
   * and is not, makes a new one. Throws Problem, with nothing noted, for a room whose key is there.
   */
  noteLostKeys: (
    store: Store,
    keysFolder: string,
    asked: Readonly<{ rooms: readonly string[] | 'all'; secretIsSet: boolean }>,
  ) => Promise<LostKeys>;
  /** A fresh token that no store knows. */
  makeOwnerToken: () => Promise<string>;
  /** Copies a data folder that may be in use to a new one. Throws Problem. */
  backUp: (
    asked: Readonly<{
      dataDir: string;
      to: string;
      withKeys: boolean;
      version: string;
      onProgress: (progress: Progress) => void;
    }>,
  ) => Promise<BackedUp>;
  /** Writes a file whole and durably, for this user only, replacing the one that has the name. */
  replacePrivateFile: (folder: string, name: string, content: string) => Promise<void>;
  /** Makes a data folder of a backup. `keyless` are the rooms whose key is nowhere. Throws Problem. */
  restore: (
    asked: Readonly<{
      from: string;
      dataDir: string;
      keys: string | undefined;
      onProgress: (progress: Progress) => void;
    }>,
  ) => Promise<Readonly<{ backup: BackedUp; keyless: readonly RoomKey[] }>>;
}>;
