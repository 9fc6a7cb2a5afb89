import type {
  CreateShareBody,
  FileDescription,
  KeyDevice,
  PackagedFile,
  PackageTerms,
  RequestTerms,
} from '@strongroom/client';

/** Messages between pages and the worker. Keys never leave the worker; plaintext leaves it after its tag was verified. */
export type KeyService = Readonly<{
  url: string;
  key: string;
  /** Proves the person. Its key was never extractable, and is handed over as it is. */
  device?: KeyDevice | undefined;
  /** The user whose sign-in at the key service proves the person. The worker reads it where it is stored. */
  signedIn?: string | undefined;
}>;

/** Everything that needs keys fails where there is no key service, and waits for one that does not answer. */
export type KeysMissing = 'NO_KEY_MANAGEMENT' | 'KEY_SERVICE_UNAVAILABLE';

/** The worker learns nothing of a key service that has not answered yet. */
export type WorkerKeys = KeyService | 'NO_KEY_MANAGEMENT';

/** Whether both get keys at the same place with the same proof. */
export function isSameKeyService(one: WorkerKeys, other: WorkerKeys): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  const isSamePlace = one.url === other.url && one.key === other.key;
  return isSamePlace && one.device?.id === other.device?.id && one.signedIn === other.signedIn;
}

export type UploadOrder = Readonly<{
  id: number;
  userId: string | undefined;
  roomId: string;
  file: File;
  name: string;
  folder: string;
  classification: string | undefined;
  /** The file that it becomes a version of. */
  replaces: string | undefined;
}>;

export type ListedFile = Readonly<{ id: string; size: number }>;

export type ToWorker =
  | Readonly<{ type: 'keys'; keys: WorkerKeys }>
  | Readonly<{ type: 'upload'; orders: readonly UploadOrder[] }>
  /** `isPatient`: waits while the service cannot be reached. */
  | Readonly<{
      type: 'read';
      id: number;
      fileId: string;
      version: number | undefined;
      size: number;
      isPatient: boolean;
    }>
  /** Files that are read in this order, each by an order of its own. */
  | Readonly<{ type: 'list'; id: number; files: readonly ListedFile[] }>
  | Readonly<{ type: 'read-next'; id: number; list: number }>
  | Readonly<{ type: 'share'; id: number; fileId: string; terms: CreateShareBody }>
  | Readonly<{ type: 'share-package'; id: number; roomId: string; files: readonly PackagedFile[]; terms: PackageTerms }>
  | Readonly<{ type: 'ask'; id: number; roomId: string; terms: RequestTerms }>
  | Readonly<{ type: 'read-item'; id: number; roomId: string; itemId: string; isPatient: boolean }>
  | Readonly<{ type: 'accept'; id: number; roomId: string; itemId: string; about: FileDescription }>
  | Readonly<{ type: 'cancel'; ids: readonly number[] }>
  | Readonly<{ type: 'pause'; isPaused: boolean }>;

/** `retryAfter`: seconds, where a limit ends at a known time. */
export type FailureFacts = Readonly<{ code: string; message: string; status: number; retryAfter: number | undefined }>;

/** The party that asks to wait. */
export type WaitingParty = 'key-service' | 'service';

export type FromWorker =
  /** The first one: its script runs, and reads what is posted. */
  | Readonly<{ type: 'ready' }>
  /** A limit ends at that time, in milliseconds. */
  | Readonly<{ type: 'waiting'; until: number; party: WaitingParty }>
  /** The service cannot be reached, and is asked again. */
  | Readonly<{ type: 'line-lost' }>
  /** The key service does not answer, and is asked again; or it answers again. */
  | Readonly<{ type: 'keys-silent'; isSilent: boolean }>
  | Readonly<{ type: 'progress'; id: number; transferred: number; total: number }>
  /** `version`: of the file, where the service answered with it. */
  | Readonly<{ type: 'uploaded'; id: number; fileId: string; version?: number | undefined }>
  /** Of an upload: it will not arrive. One that was being confirmed may have arrived instead. */
  | Readonly<{ type: 'cancelled'; id: number }>
  | Readonly<{ type: 'content'; id: number; bytes: ArrayBuffer }>
  /** A link, or the id of a file. */
  | Readonly<{ type: 'text'; id: number; text: string }>
  | Readonly<{ type: 'failed'; id: number; error: FailureFacts }>;
