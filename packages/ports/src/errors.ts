/** The errors a port may throw. Any other error of an adapter is a bug and answered with 500, never with "not found". */

/**
 * Whether a value has the name of an error. `instanceof` compares names here, because an adapter from outside may have its
 * own copy of this package, whose classes are others.
 */
export const hasErrorName = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && 'name' in value && value.name === name;

/** A document was changed since it was read. The commit that throws this changed nothing. */
export class VersionConflict extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasErrorName(value, 'VersionConflict');
  }

  override readonly name = 'VersionConflict';
  readonly collection: string;
  readonly id: string;
  constructor(collection: string, id: string) {
    super(`version conflict on ${collection}`);
    this.collection = collection;
    this.id = id;
  }
}

/** Another document has the id or a unique key. The commit that throws this changed nothing. */
export class DuplicateKey extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasErrorName(value, 'DuplicateKey');
  }

  override readonly name = 'DuplicateKey';
  readonly collection: string;
  /** The unique key, or `id:<id>` for an id. */
  readonly key: string;
  constructor(collection: string, key: string) {
    super(`duplicate key in ${collection}`);
    this.collection = collection;
    this.key = key;
  }
}

/** The key-encryption key was destroyed and can wrap nothing any more. */
export class KeyDestroyed extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasErrorName(value, 'KeyDestroyed');
  }

  override readonly name = 'KeyDestroyed';
  constructor() {
    super('the key-encryption key is destroyed');
  }
}

/** The wrapped key was changed, or wrapped with another key. */
export class NotAuthentic extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasErrorName(value, 'NotAuthentic');
  }

  override readonly name = 'NotAuthentic';
  /** The thumbprint of the outer key that it was wrapped for, and that is not here; undefined for every other reason. */
  readonly missingKey: string | undefined;
  constructor({ missingKey }: Readonly<{ missingKey?: string | undefined }> = {}) {
    super('the wrapped key is not authentic');
    this.missingKey = missingKey;
  }
}

/** The generation to seal is no longer at the upload name: replaced, removed or already sealed. */
export class GenerationGone extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasErrorName(value, 'GenerationGone');
  }

  override readonly name = 'GenerationGone';
  constructor() {
    super('the uploaded generation is gone');
  }
}

export type Dependency = 'documents' | 'blobs' | 'keys' | 'limits' | 'mail' | 'passwords' | 'audit' | 'witness';

/** The dependency behind a port cannot serve: it is down, refuses, is too slow or full. */
export class Unavailable extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasErrorName(value, 'Unavailable');
  }

  override readonly name = 'Unavailable';
  readonly dependency: Dependency;
  /** Whether the work may have been done although no answer came. */
  readonly maybeDone: boolean;
  /** Whether reads are served: the dependency is full or read-only, and takes writes again once its operator has acted. */
  readonly takesNoWrites: boolean;
  constructor(dependency: Dependency, options: { maybeDone?: boolean; takesNoWrites?: boolean; cause?: unknown } = {}) {
    super(`${dependency} cannot serve`, options.cause === undefined ? undefined : { cause: options.cause });
    this.dependency = dependency;
    this.maybeDone = options.maybeDone ?? false;
    this.takesNoWrites = options.takesNoWrites ?? false;
  }
}
