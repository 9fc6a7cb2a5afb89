import type { Bytes } from './bytes.ts';

/** How a small object travels to the store of the service itself: with others, or alone if that fails. */
export type SharedRequest = Readonly<{
  /** Whether the object arrived with others. If not, the caller sends the same bytes alone. */
  stored: (url: string, bytes: Bytes) => Promise<boolean>;
  /** Runs the request of an object that goes alone. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
}>;

/** Maximum size of such an object, in bytes. */
export const MAX_SHARED_BYTES = 64 * 1024;
