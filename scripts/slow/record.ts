import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reach } from './reach.ts';

const FILE = 'scripts/slow/passed.json';

/** When a suite last passed, and the fingerprint of all that it reached then. */
export type Passed = Readonly<{ on: string; of: string }>;

/** Which slow suites passed, and with which code. It is committed, so that a release can refuse one that did not run since a change. */
export class SlowRecord {
  readonly #root: string;
  readonly #reach: Reach;
  readonly #passed: Map<string, Passed>;
  readonly #hashes = new Map<string, string>();

  constructor(root: string, reach: Reach) {
    this.#root = root;
    this.#reach = reach;
    const file = join(root, FILE);
    const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Passed>>) : {};
    this.#passed = new Map(Object.entries(kept));
  }

  /** The suites that did not pass with the code as it is, each with the day of its last success. */
  stale(suites: readonly string[]): readonly { suite: string; last?: string }[] {
    return suites
      .map((suite) => ({ suite, last: this.#passed.get(suite) }))
      .filter(({ suite, last }) => last?.of !== this.fingerprint(suite))
      .map(({ suite, last }) => ({ suite, ...(last && { last: last.on }) }));
  }

  /** A hash of the names and contents of all files that the suite reaches. */
  fingerprint(suite: string): string {
    const all = createHash('sha256');
    for (const file of this.#reach.of(suite)) all.update(`${file}\n${this.#hash(file)}\n`);
    return all.digest('base64url');
  }

  /** Keeps that these suites passed, with their fingerprints from before the run, and forgets suites that are gone. */
  keep(passed: ReadonlyMap<string, string>, suites: readonly string[], today: string): void {
    for (const [suite, of] of passed) this.#passed.set(suite, { on: today, of });
    const kept = [...this.#passed]
      .filter(([suite]) => suites.includes(suite))
      .toSorted(([one], [other]) => one.localeCompare(other));
    writeFileSync(join(this.#root, FILE), `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
  }

  #hash(file: string): string {
    const known = this.#hashes.get(file);
    if (known !== undefined) return known;
    const hash = createHash('sha256')
      .update(readFileSync(join(this.#root, file)))
      .digest('base64url');
    this.#hashes.set(file, hash);
    return hash;
  }
}
