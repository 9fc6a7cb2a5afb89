/** Reading a file, encrypting a new one, or taking its key out for a link. */
export type KeyOp = 'open' | 'seal' | 'export';

/** The upload or version that another grant is for, where that is not the current content of the file. */
export type Renewal = Readonly<{ uploadId?: string | undefined; version?: number | undefined }>;

/** A data key as the service hands it out. */
export type WrappedDataKey = Renewal &
  Readonly<{
    /** Base64. */
    wrappedDek: string;
    /** Id of the key that wraps it. */
    kmsKeyId: string;
    /** Additional authenticated data, base64; null where none is used. */
    aad: string | null;
    /** The file that the key was asked for; undefined where a link leads to it. */
    fileId?: string | undefined;
    op?: KeyOp | undefined;
    /** Grant for a key service; null or absent where the service gave none. */
    grant?: string | null | undefined;
    /** Reason of the service for giving no grant, such as PERSON_NOT_LINKED. */
    grantMissing?: string | null | undefined;
    signal?: AbortSignal | undefined;
  }>;

/** Your own key management. */
export interface KeyUnwrapper {
  /** The client overwrites the returned bytes with zeros after use. */
  unwrap: (wrapped: WrappedDataKey) => Promise<Uint8Array>;
  /**
   * The same key of AES-GCM as one whose bytes no script can read. With it, contents in memory are encrypted and decrypted
   * without those bytes; a link with its key, and files and streams of Node, ask for `unwrap`.
   */
  unwrapHidden?: (wrapped: WrappedDataKey) => Promise<CryptoKey>;
  /** Thumbprint of the key that grants are bound to. With it, the client asks the service for grants. */
  client?: () => Promise<string>;
  /** Tells of keys that will be unwrapped soon, so that they can be asked for in one call, until the signal is aborted. */
  expect?: (granted: readonly GrantedKey[], signal?: AbortSignal) => void;
}

/** A wrapped key in base64, and its grant. */
export type GrantedKey = Readonly<{ wrappedDek: string; grant: string }>;
