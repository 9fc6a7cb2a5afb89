import type { RequestUploadBody } from '../generated/operations.ts';

/** The state of an upload in a memory. `file` was announced by an earlier run and is not known to be confirmed. */
export type UploadClaim =
  /** `file`: the key of its content. `since`: when it was last known to be in the room, in seconds. */
  | Readonly<{ state: 'done'; file: string; since: number }>
  | Readonly<{ state: 'elsewhere'; process: string }>
  /** `abandoned` is an announced file that this upload replaces. */
  | Readonly<{ state: 'new'; abandoned: string | undefined }>
  /** Announced with others by an earlier run: the key of that request, and the place among its items. */
  | Readonly<{ state: 'begun'; request: string; place: number; file: string | undefined }>;

type Awaitable<T> = T | Promise<T>;

/**
 * Uploads of one machine or browser, so that a later run finishes what this one leaves. `U` identifies an upload: its place
 * here and in the room, its content and its terms. Holds no secret.
 */
export interface UploadMemory<U> {
  /**
   * Claims uploads for this run, except those that another run has or that are done; in the order of `wanted`. With `again`,
   * a finished upload is repeated.
   */
  claim: (wanted: readonly Readonly<{ upload: U; again: boolean }>[]) => Awaitable<readonly UploadClaim[]>;
  /** The items of the request that announced files; undefined after a day, when the service may have forgotten it. */
  announcement: (request: string) => Awaitable<readonly RequestUploadBody[] | undefined>;
  /** Records, before it is sent, a request that announces claimed uploads in this order, and returns its key. */
  announce: (uploads: readonly U[], items: readonly RequestUploadBody[]) => Awaitable<string>;
  /** Records the id of an announced file. */
  announced: (upload: U, file: string) => Awaitable<void>;
  /** Records that it is in the room. `file`: the key of its content, which begins with the id of the file. */
  confirmed: (upload: U, file: string) => Awaitable<void>;
  /** Keeps what is known of files that are still in the room for another period. */
  seen: (uploads: readonly U[]) => Awaitable<void>;
  /** Lets any run continue the uploads. */
  release: (uploads: readonly U[]) => Awaitable<void>;
  /** Removes every record of the upload. */
  forget: (upload: U) => Awaitable<void>;
}
