import type { BlobGateway } from './blob-gateway.ts';
import type { BlobStore } from './blob-store.ts';
import type { DocumentStore } from './document-store.ts';
import type { KeyUnwrapper } from './key-unwrapper.ts';
import type { KeyVault } from './key-vault.ts';
import type { Mailer } from './mailer.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Clock, Log } from './runtime.ts';

/** Version of the ports. It is raised when an adapter that was written for the version before cannot serve any more. */
export const PORTS_VERSION = 3;

/** The ports that an operator chooses an adapter for, by the setting that chooses it. */
export type Adapters = {
  documents: DocumentStore;
  limits: RateLimiter;
  /** A store whose bytes pass through the service is a BlobGateway too. */
  blobs: BlobStore & Partial<BlobGateway>;
  keys: KeyVault;
  mail: Mailer;
};

export type AdapterPort = keyof Adapters;

/** The version of the ports since which adapters for a port can serve. 2: the audit log of documents has `seqOf` and `mendTile`; 3: it has `examineIndex` and `mendIndex`. */
export const SERVES_SINCE = {
  documents: 3,
  limits: 1,
  blobs: 1,
  keys: 1,
  mail: 1,
} as const satisfies Record<AdapterPort, number>;

/** Settings of an adapter from outside by their name after the prefix, such as `URL`; trimmed, never empty. */
export type TextSettings = Readonly<Record<string, string>>;

/** An adapter is opened with this. Our own get the parsed settings `S` of the service. */
export type Opening<S = TextSettings> = Readonly<{
  settings: S;
  clock: Clock;
  /** The log of the service, for faults that no call reports. */
  log: Log;
  /** Address of the service, without a slash at its end. The port is final once the service listens: ask when signing. */
  baseUrl: () => string;
  /** 32 secret bytes for this port, equal in all processes of the service. */
  signingKey: Uint8Array;
  /** Signing keys of before, while the secret of the service changes: accept what they signed, and sign nothing with them. */
  earlierSigningKeys?: readonly Uint8Array[];
}>;

/** Purposes of the signing keys. INVARIANT: another one for blobs ends all upload and download addresses in use. */
export const SIGNING_PURPOSES = {
  blobs: 'blob-addresses',
  documents: 'adapter-of-documents',
  keys: 'adapter-of-keys',
  limits: 'adapter-of-limits',
  mail: 'adapter-of-mail',
} as const satisfies Record<AdapterPort, string>;

/** Released in order when the service stops. Stores of documents and limits have it by their port. */
export type MayClose = Readonly<{ close?: () => void | Promise<void> }>;

type Open<P extends AdapterPort, S> = (opening: Opening<S>) => Promise<Adapters[P] & MayClose>;

/**
 * Opens an adapter. Rejects with a message that says what the operator must change, without a secret in it; then nothing
 * is left open. The service refuses to start if it takes longer than 30 s.
 */
export type OpenDocumentStore<S = TextSettings> = Open<'documents', S>;
export type OpenRateLimiter<S = TextSettings> = Open<'limits', S>;
export type OpenBlobStore<S = TextSettings> = Open<'blobs', S>;
export type OpenKeyVault<S = TextSettings> = Open<'keys', S>;
export type OpenMailer<S = TextSettings> = Open<'mail', S>;

/** The export of a package that opens its adapter for a port. */
export const OPENERS = {
  documents: 'openDocumentStore',
  limits: 'openRateLimiter',
  blobs: 'openBlobStore',
  keys: 'openKeyVault',
  mail: 'openMailer',
} as const satisfies Record<AdapterPort, string>;

/**
 * Opens the unwrapper for keys of the package's key vault, in the key service and in `strongroom-admin keys unwrap`. Both give
 * it the settings of STRONGROOM_KEYS_MODULE_…. It rejects as the others do. The room service never calls it.
 */
export type OpenKeyUnwrapper<S = TextSettings> = (
  opening: Pick<Opening<S>, 'settings' | 'clock'>,
) => Promise<KeyUnwrapper>;

/** The export of a package for keys that opens its unwrapper. */
export const UNWRAPPER_OPENER = 'openKeyUnwrapper';

/** The part of a package that serves the port `P`. */
export type Opens<P extends AdapterPort, S = TextSettings> = Readonly<Record<(typeof OPENERS)[P], Open<P, S>>>;

/** The result of an inspection. Texts are sentences without their full stop, and hold no secret. */
export type Inspection = Readonly<{ state: 'fits'; text: string } | { state: 'unfit' | 'unreachable'; reason: string }>;

/** Examines the system behind an adapter for `strongroom-admin doctor`. Creates and changes nothing. */
export type Inspect<S = TextSettings> = (opening: Pick<Opening<S>, 'settings' | 'clock'>) => Promise<Inspection>;

/** The optional export of a package that inspects for a port. */
export const INSPECTORS = {
  documents: 'inspectDocumentStore',
  limits: 'inspectRateLimiter',
  blobs: 'inspectBlobStore',
  keys: 'inspectKeyVault',
  mail: 'inspectMailer',
} as const satisfies Record<AdapterPort, string>;
