/** Metadata of one generation of an object. */
export type Generation = Readonly<{
  name: string;
  generation: number;
  bytes: Uint8Array;
  contentType: string;
  /** Further fields of a resource, with the names of the JSON API. */
  more: Readonly<Record<string, unknown>>;
}>;

/** The settings of a bucket, as its JSON resource shows them. */
export type BucketSettings = Readonly<Record<string, unknown>> &
  Readonly<{
    versioning?: Readonly<{ enabled: boolean }>;
    softDeletePolicy?: Readonly<{ retentionDurationSeconds: string; hardDeletePause?: object }>;
    retentionPolicy?: Readonly<{ retentionPeriod: string }>;
    defaultEventBasedHold?: boolean;
  }>;

/** Settings with immediate deletion and without public access. */
export const FIT_SETTINGS: BucketSettings = {
  softDeletePolicy: { retentionDurationSeconds: '0' },
  iamConfiguration: { publicAccessPrevention: 'enforced', uniformBucketLevelAccess: { enabled: true } },
};

/** Preconditions on the present generation; '0' means none. */
export type Condition = Readonly<{ match: string | undefined; notMatch?: string | undefined }>;

export class Refused extends Error {
  readonly status: number;
  readonly reason: string;
  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

/** Objects as in Cloud Storage: every write creates a generation, and one of each name is live. */
export class StandInBucket {
  readonly name: string;
  settings: BucketSettings = FIT_SETTINGS;
  readonly softDeleted: Generation[] = [];
  readonly #live = new Map<string, Generation>();
  #noncurrent: Generation[] = [];
  #last = 1_700_000_000_000_000;

  constructor(name: string) {
    this.name = name;
  }

  live(name: string): Generation | undefined {
    return this.#live.get(name);
  }

  find(name: string, generation: string | undefined): Generation | undefined {
    if (generation === undefined) return this.live(name);
    return this.all(true).find((held) => held.name === name && String(held.generation) === generation);
  }

  /** Sorted by the bytes of their names, then by age. */
  all(withVersions: boolean): readonly Generation[] {
    const held = [...this.#live.values(), ...(withVersions ? this.#noncurrent : [])];
    return held.toSorted(
      (a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) || a.generation - b.generation,
    );
  }

  put(name: string, content: Omit<Generation, 'name' | 'generation'>, condition: Condition): Generation {
    this.require(name, condition);
    const before = this.#live.get(name);
    this.#last += 1000;
    const made = { ...content, name, generation: this.#last };
    this.#live.set(name, made);
    if (before !== undefined) this.#retire(before);
    return made;
  }

  remove(name: string, generation: string | undefined, condition: Condition): void {
    const found = this.find(name, generation);
    if (found === undefined) throw missing(name);
    this.require(name, condition);
    if (this.settings.retentionPolicy !== undefined || this.settings.defaultEventBasedHold === true)
      throw new Refused(403, 'retentionPolicyNotMet', 'Object is under retention or held.');
    if (this.#live.get(name) === found) this.#live.delete(name);
    else this.#noncurrent = this.#noncurrent.filter((held) => held !== found);
    if (generation === undefined) this.#retire(found);
    else this.#bury(found);
  }

  require(name: string, { match, notMatch }: Condition): void {
    const there = String(this.#live.get(name)?.generation ?? 0);
    if ((match !== undefined && match !== there) || (notMatch !== undefined && notMatch === there))
      throw new Refused(412, 'conditionNotMet', 'At least one of the pre-conditions you specified did not hold.');
  }

  #retire(held: Generation): void {
    if (this.settings.versioning?.enabled === true) this.#noncurrent.push(held);
    else this.#bury(held);
  }

  #bury(held: Generation): void {
    if (Number(this.settings.softDeletePolicy?.retentionDurationSeconds ?? 0) > 0) this.softDeleted.push(held);
  }
}

export const missing = (name: string): Refused => new Refused(404, 'notFound', `No such object: ${name}`);
