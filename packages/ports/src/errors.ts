/**
 * The errors a port may throw. Anything else that comes out of an adapter is a bug and is answered 500, never dressed
 * up as "not found".
 */

/** Somebody else changed a document in between. Nothing was changed by the commit that throws this. */
export class VersionConflict extends Error {
  override readonly name = 'VersionConflict';
  readonly collection: string;
  readonly id: string;
  constructor(collection: string, id: string) {
    super(`version conflict on ${collection}`);
    this.collection = collection;
    this.id = id;
  }
}

/** An id or a unique key is taken already. Nothing was changed by the commit that throws this. */
export class DuplicateKey extends Error {
  override readonly name = 'DuplicateKey';
  readonly collection: string;
  /** The unique key that is taken, or the id when `key` is `id:<id>`. */
  readonly key: string;
  constructor(collection: string, key: string) {
    super(`duplicate key in ${collection}`);
    this.collection = collection;
    this.key = key;
  }
}

/** The key-encryption key was destroyed; nothing can be wrapped with it ever again. */
export class KeyDestroyed extends Error {
  override readonly name = 'KeyDestroyed';
  constructor() {
    super('the key-encryption key is destroyed');
  }
}

/** The generation to be sealed is no longer what stands at the upload address (replaced, removed or sealed already). */
export class GenerationGone extends Error {
  override readonly name = 'GenerationGone';
  constructor() {
    super('the uploaded generation is gone');
  }
}

export type Dependency = 'documents' | 'blobs' | 'keys' | 'limits' | 'mail' | 'passwords';

/** The world behind a port cannot serve: down, refusing, too slow, full. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly dependency: Dependency;
  /** True when the work may have been done although no answer came. */
  readonly maybeDone: boolean;
  constructor(dependency: Dependency, options: { maybeDone?: boolean; cause?: unknown } = {}) {
    super(`${dependency} cannot serve`, options.cause === undefined ? undefined : { cause: options.cause });
    this.dependency = dependency;
    this.maybeDone = options.maybeDone ?? false;
  }
}
