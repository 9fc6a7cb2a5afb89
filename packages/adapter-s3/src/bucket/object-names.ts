import { type BlobKey, isBlobKey } from '@strongroom/ports';

/** File systems below some servers allow 255 bytes between two slashes. */
const LONGEST = /[^/]{200}/g;
const FOLD = '/!';
const NAME = /^(.*)!([0-9]{14}-[0-9a-f]{16})$/;

/**
 * Names of objects: `PREFIX KEY!GENERATION`, or `PREFIX KEY!` where the bucket keeps versions. A generation begins with the milliseconds of its upload, so the last name of
 * a key is its current object. After each 200 characters of a segment `/!` is inserted.
 *
 * INVARIANT: names sort as their keys do. `!` sorts before every character of a key, and two keys that are equal for 200
 * characters of a segment have the same insertion there.
 */
export class ObjectNames {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Whether a key can begin with `prefix`. Some servers refuse names such as `..` and `a//b`. */
  static canBegin(prefix: string): boolean {
    return prefix === '' || isBlobKey(prefix.replace(/(?<=.)\/$/, ''));
  }

  /** Prefix of all names of keys that begin with `prefix`. */
  under(prefix: string): string {
    return this.#prefix + prefix.replace(LONGEST, `$&${FOLD}`);
  }

  /** Prefix of the names of one key, and its name in a bucket that keeps versions. */
  of(key: BlobKey): string {
    return `${this.under(key)}!`;
  }

  name(key: BlobKey, generation: string): string {
    return this.of(key) + generation;
  }

  /** A name after those of this key and before those of the next. */
  after(key: BlobKey): string {
    return `${this.of(key)}~`;
  }

  /** Undefined for a foreign object. */
  read(name: string): Readonly<{ key: BlobKey; generation: string }> | undefined {
    if (!name.startsWith(this.#prefix)) return undefined;
    const [, folded = '', generation = ''] = NAME.exec(name.slice(this.#prefix.length)) ?? [];
    const key = folded.replaceAll(FOLD, '');
    return isBlobKey(key) && this.name(key, generation) === name ? { key, generation } : undefined;
  }

  /** Key of an object that has no generation in its name; undefined for a foreign object. */
  whole(name: string): BlobKey | undefined {
    if (!name.startsWith(this.#prefix) || !name.endsWith('!')) return undefined;
    const key = name.slice(this.#prefix.length, -1).replaceAll(FOLD, '');
    return isBlobKey(key) && this.of(key) === name ? key : undefined;
  }

  /** A name that no key has, for the self-test of the bucket. */
  probe(random: string): string {
    return `${this.#prefix}!self-test/${random}`;
  }
}
