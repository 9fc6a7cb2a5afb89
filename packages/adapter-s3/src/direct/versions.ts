import { createHash } from 'node:crypto';
import {
  type DeleteMarkerEntry,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
} from '@aws-sdk/client-s3';
import { type BlobStat, Unavailable } from '@strongroom/ports';
import type { Deadline } from '@strongroom/store-kit';
import type { BucketApi } from '../bucket/bucket-api.ts';
import { S3Failure } from '../bucket/s3-failure.ts';
import { throwForeignAnswer } from '../bucket/true-lists.ts';

export type ObjectVersion = BlobStat & Readonly<{ name: string; versionId: string; isCurrent: boolean }>;
type Deletable = Readonly<{ name: string; versionId: string; isCurrent: boolean }>;

type Identity = Pick<DeleteMarkerEntry, 'Key' | 'VersionId' | 'IsLatest'>;

type Page = Readonly<{
  /** Newest first for each name. */
  versions: readonly ObjectVersion[];
  /** Marks that hide the versions of a name. */
  markers: readonly Deletable[];
  next?: Readonly<{ KeyMarker: string; VersionIdMarker?: string }>;
}>;

/** Metadata of a sealed object: the generation of the upload that it was copied from. */
const SEALED_FROM = 'strongroom-generation';
/** Number of times that a deletion looks for what is left. */
const MAX_ROUNDS = 5;
/** With more requests at a time each takes longer, and the last ones run out of time. */
const REMOVED_AT_ONCE = 10;

/** Versions of the objects of a bucket. All reject with Unavailable. */
export class ObjectVersions {
  readonly #api: BucketApi;

  constructor(api: BucketApi) {
    this.#api = api;
  }

  /** Every version of one object, the newest first. */
  async of(name: string, deadline: Deadline): Promise<readonly ObjectVersion[]> {
    return (await this.#all(name, deadline)).versions;
  }

  /** Versions and marks under a prefix, from after a name or from the end of a page. */
  async page(prefix: string, from: string | Page['next'], limit: number, deadline: Deadline): Promise<Page> {
    const start = typeof from === 'string' ? { KeyMarker: from } : from;
    const command = new ListObjectVersionsCommand({
      Bucket: this.#api.bucket,
      Prefix: prefix,
      MaxKeys: limit,
      ...start,
    });
    const reply = await this.#api.ask(
      {
        right: 's3:ListBucketVersions',
        isRead: true,
        send: (client, abortSignal) => client.send(command, { abortSignal }),
      },
      deadline,
    );
    const { Versions: found = [], DeleteMarkers = [], IsTruncated, NextKeyMarker, NextVersionIdMarker } = reply ?? {};
    if ((reply?.Prefix ?? '') !== prefix) throwForeignAnswer();
    if (![...found, ...DeleteMarkers].every(({ Key = '' }) => Key.startsWith(prefix))) throwForeignAnswer();
    const page = {
      versions: found.map((one) => ({ ...identityOf(one), size: one.Size ?? throwForeignAnswer() })),
      markers: DeleteMarkers.map(identityOf),
    };
    if (IsTruncated !== true) return page;
    const KeyMarker = NextKeyMarker ?? throwForeignAnswer();
    const hasVersion = NextVersionIdMarker !== undefined && NextVersionIdMarker !== '';
    return { ...page, next: hasVersion ? { KeyMarker, VersionIdMarker: NextVersionIdMarker } : { KeyMarker } };
  }

  /**
   * Deletes versions permanently; a missing one is not an error. The current one goes last: in its place a server puts the
   * next one, which versitygw then keeps although it answers its deletion with success.
   */
  async remove(versions: readonly Deletable[], deadline: Deadline): Promise<void> {
    const older = versions.filter(({ isCurrent }) => !isCurrent);
    for (let from = 0; from < older.length; from += REMOVED_AT_ONCE)
      await Promise.all(older.slice(from, from + REMOVED_AT_ONCE).map((one) => this.#removeOne(one, deadline)));
    for (const one of versions) if (one.isCurrent) await this.#removeOne(one, deadline);
  }

  /** Deletes every version and mark of an object, and looks again until nothing is left. */
  async removeAll(name: string, deadline: Deadline): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { versions, markers } = await this.#all(name, deadline);
      if (versions.length + markers.length === 0) return;
      await this.remove([...versions, ...markers], deadline);
    }
    throw new Unavailable('blobs', { cause: new S3Failure('VersionsStay', undefined, undefined) });
  }

  /**
   * Copies one version to another name, with headers for downloads in place of those of the uploader. False if the
   * version is missing.
   */
  copy({ name, versionId, generation }: ObjectVersion, to: string, deadline: Deadline): Promise<boolean> {
    const replaced = {
      MetadataDirective: 'REPLACE',
      ContentType: 'application/octet-stream',
      ContentDisposition: 'attachment',
      CacheControl: 'private, no-store',
      Metadata: { [SEALED_FROM]: generation },
    } as const;
    return this.#api.copy({ name, versionId, replaced }, to, deadline);
  }

  /** Generation of the upload that an object was copied from; undefined without such an object. */
  async sealedFrom(name: string, deadline: Deadline): Promise<string | undefined> {
    const command = new HeadObjectCommand({ Bucket: this.#api.bucket, Key: name });
    const reply = await this.#api.ask(
      {
        right: 's3:ListBucket',
        isRead: true,
        expected: ['NotFound', 'NoSuchKey'],
        send: (client, abortSignal) => client.send(command, { abortSignal }),
      },
      deadline,
    );
    return reply?.Metadata?.[SEALED_FROM];
  }

  async #all(name: string, deadline: Deadline): Promise<Pick<Page, 'versions' | 'markers'>> {
    const versions: ObjectVersion[] = [];
    const markers: Deletable[] = [];
    for (let next: Page['next']; ; ) {
      const page = await this.page(name, next, 1000, deadline);
      versions.push(...page.versions.filter((one) => one.name === name));
      markers.push(...page.markers.filter((one) => one.name === name));
      next = page.next;
      if (next === undefined) return { versions, markers };
    }
  }

  async #removeOne({ name, versionId }: Deletable, deadline: Deadline): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.#api.bucket, Key: name, VersionId: versionId });
    await this.#api.ask(
      {
        right: 's3:DeleteObjectVersion',
        // versitygw answers InvalidArgument where the version is gone.
        expected: ['NoSuchVersion', 'NoSuchKey', 'InvalidArgument'],
        send: (client, abortSignal) => client.send(command, { abortSignal }),
      },
      deadline,
    );
  }
}

const identityOf = ({ Key, VersionId = 'null', IsLatest }: Identity) => ({
  name: Key ?? throwForeignAnswer(),
  versionId: VersionId,
  generation: generationOf(VersionId),
  isCurrent: IsLatest ?? throwForeignAnswer(),
});

/** Ids of versions have characters that generations do not allow. */
const generationOf = (versionId: string): string => createHash('sha256').update(versionId).digest('hex');

/** The version that a download returns. */
export const currentVersionOf = (versions: readonly ObjectVersion[]): ObjectVersion | undefined =>
  versions.find(({ isCurrent }) => isCurrent);

/** This version and the older ones. */
export const versionsUpTo = (versions: readonly ObjectVersion[], generation: string): readonly ObjectVersion[] => {
  const index = versions.findIndex((one) => one.generation === generation);
  return index === -1 ? [] : versions.slice(index);
};
