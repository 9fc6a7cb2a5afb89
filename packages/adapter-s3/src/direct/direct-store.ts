import type { Instant } from '@strongroom/domain';
import {
  type BlobKey,
  type BlobStat,
  type BlobStore,
  blobKey,
  GenerationGone,
  isBlobKey,
  type UploadRequest,
} from '@strongroom/ports';
import { checkParts, Deadline } from '@strongroom/store-kit';
import type { ObjectJoins } from '../bucket/joins.ts';
import { ObjectNames } from '../bucket/object-names.ts';
import { throwForeignAnswer } from '../bucket/true-lists.ts';
import type { SignedAddresses } from './addresses.ts';
import { currentVersionOf, type ObjectVersion, type ObjectVersions, versionsUpTo } from './versions.ts';

/** Milliseconds for a call of a request: two of them fit into its five seconds. */
const REQUEST_MS = 2200;
/** Milliseconds for a call of a job. */
const JOB_MS = 4500;
/** Seconds for which an accepted upload may continue: S3 checks the expiry when a request begins, and documents no limit. */
const MAX_UPLOAD_SECONDS = 86_400;

type Parts = Readonly<{
  versions: ObjectVersions;
  addresses: SignedAddresses;
  joins: ObjectJoins;
  names: ObjectNames;
  /** Number of keys per page of a list. */
  pageSize: number;
  check: () => Promise<void>;
}>;

/** Objects in a bucket that keeps versions. Clients upload to and download from the S3 server directly. */
export class DirectStore implements BlobStore {
  readonly #versions: ObjectVersions;
  readonly #addresses: SignedAddresses;
  readonly #joins: ObjectJoins;
  readonly #names: ObjectNames;
  readonly #pageSize: number;
  readonly #check: () => Promise<void>;

  constructor({ versions, addresses, joins, names, pageSize, check }: Parts) {
    this.#versions = versions;
    this.#addresses = addresses;
    this.#joins = joins;
    this.#names = names;
    this.#pageSize = pageSize;
    this.#check = check;
  }

  async signUpload({ key, size, expiresAt }: UploadRequest): Promise<string> {
    return this.#addresses.forUpload(key, size, expiresAt);
  }

  async signDownload({ key, expiresAt }: Readonly<{ key: BlobKey; expiresAt: Instant }>): Promise<string> {
    return this.#addresses.forDownload(key, expiresAt);
  }

  async stat(key: BlobKey): Promise<BlobStat | undefined> {
    const current = currentVersionOf(await this.#versions.of(this.#names.of(blobKey(key)), new Deadline(REQUEST_MS)));
    return current && { size: current.size, generation: current.generation };
  }

  async seal(upload: BlobKey, generation: string, sealed: BlobKey): Promise<void> {
    if (blobKey(upload) === blobKey(sealed))
      throw new TypeError('an object is sealed under another name than its upload name');
    const deadline = new Deadline(REQUEST_MS);
    const [uploaded, before] = await Promise.all([
      this.#versions.of(this.#names.of(upload), deadline),
      this.#versions.sealedFrom(this.#names.of(sealed), deadline),
    ]);
    if (before !== generation) await this.#copy(uploaded, generation, this.#names.of(sealed), deadline);
    // Older ones would come back as the current object.
    await this.#versions.remove(versionsUpTo(uploaded, generation), deadline);
  }

  async #copy(uploaded: readonly ObjectVersion[], generation: string, to: string, deadline: Deadline): Promise<void> {
    const current = currentVersionOf(uploaded);
    if (current?.generation === generation && (await this.#versions.copy(current, to, deadline))) return;
    // A concurrent call may have sealed it.
    const from = await this.#versions.sealedFrom(to, deadline);
    if (from === generation) return;
    // Answers to HEAD have no body that shows whose they are.
    if (from === undefined && currentVersionOf(await this.#versions.of(to, deadline)) !== undefined)
      throwForeignAnswer();
    throw new GenerationGone();
  }

  async join(parts: readonly BlobKey[], upload: BlobKey): Promise<boolean> {
    checkParts(parts, upload);
    const names = parts.map((part) => this.#names.of(part));
    return this.#joins.run([upload, ...parts].join(' '), {
      sources: async (deadline) => {
        const found = await Promise.all(
          names.map(async (name) => currentVersionOf(await this.#versions.of(name, deadline))),
        );
        const current = found.filter((one) => one !== undefined);
        return current.length === found.length ? current : undefined;
      },
      name: async () => this.#names.of(upload),
      tidy: async (deadline) => {
        await Promise.all(names.map((name) => this.#versions.removeAll(name, deadline)));
      },
    });
  }

  async delete(key: BlobKey): Promise<void> {
    await this.#versions.removeAll(this.#names.of(blobKey(key)), new Deadline(JOB_MS));
  }

  /** Keys with any version, also a hidden one: all have to be destroyed. */
  async list(prefix: string, after?: BlobKey): Promise<Readonly<{ keys: readonly BlobKey[]; next?: BlobKey }>> {
    if (!ObjectNames.canBegin(prefix)) return { keys: [] };
    const deadline = new Deadline(JOB_MS);
    const under = this.#names.under(prefix);
    const keys: BlobKey[] = [];
    let from: Parameters<ObjectVersions['page']>[1] =
      after !== undefined && isBlobKey(after) ? this.#names.after(after) : undefined;
    for (;;) {
      const page = await this.#versions.page(under, from, Math.min(1000, this.#pageSize + 1), deadline);
      for (const { name } of page.versions) {
        const key = this.#names.whole(name);
        const last = keys.at(-1);
        if (key === undefined || key === last) continue;
        if (keys.length === this.#pageSize && last !== undefined) return { keys, next: last };
        keys.push(key);
      }
      from = page.next;
      if (from === undefined) return { keys };
    }
  }

  async check(): Promise<void> {
    await this.#check();
  }

  get keptAfterDeletion(): number {
    return 0;
  }

  get uploadsOutlive(): number {
    return MAX_UPLOAD_SECONDS;
  }

  get signsLocally(): boolean {
    return true;
  }

  get downloadOrigin(): string {
    return this.#addresses.origin;
  }
}
