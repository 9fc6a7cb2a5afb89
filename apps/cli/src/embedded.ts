/** Why a wrapped key could not be unwrapped. */
export type UnwrapRefusal =
  | Readonly<{ because: 'unknown-key' | 'destroyed-key' | 'damaged-key' | 'malformed' | 'no-folder' }>
  /** `wrappedWith` names the key it was wrapped with, where that is in the keyring; without one it was changed. */
  | Readonly<{ because: 'not-authentic'; wrappedWith: string | undefined }>
  /** `code` of the operating system. */
  | Readonly<{ because: 'unreadable'; code: string }>;

/** What can be told of a database file without changing anything about it or beside it. */
export type DatabaseSeen =
  | Readonly<{ state: 'missing' }>
  /** The log holds commits, and the database they belong to is gone or empty. */
  | Readonly<{ state: 'orphaned-log' }>
  /** The log holds commits and its index is not there, so nobody can read both without writing. */
  | Readonly<{ state: 'unread-log' }>
  | Readonly<{ state: 'unreadable'; reason: string }>
  | Readonly<{ state: 'foreign' }>
  | Readonly<{
      state: 'opened';
      schema: number;
      /** The newest schema this program knows. */
      knownSchema: number;
      /** What is damaged; empty when nothing is. */
      damage: readonly string[];
      logBytes: number;
    }>;

/** A first-owner token that was made anew. */
type RenewedToken = Readonly<{ secret: string; ownerEmail: string; replaced: number }>;

/**
 * What commands ask of the embedded parts of a service: keys, documents. Each loads what it needs when it is called, so
 * that a command starts without what it does not use.
 */
export type Embedded = Readonly<{
  /** The data key in clear, which the caller wipes after use. */
  unwrap: (
    keysFolder: string,
    wrappedDek: string,
    kmsKeyId: string,
  ) => Promise<Readonly<{ dataKey: Uint8Array }> | UnwrapRefusal>;
  inspectDatabase: (file: string) => Promise<DatabaseSeen>;
  /**
   * Makes a new first-owner token, writes it to `tokenFile` and ends the old one. Undefined when the store has no owner
   * yet. Throws Problem where the store cannot serve.
   */
  renewOwnerToken: (database: string, tokenFile: string) => Promise<RenewedToken | undefined>;
}>;
