import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  type CopyObjectCommandInput,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Unavailable } from '@strongroom/ports';
import { Deadline } from '@strongroom/store-kit';
import { explainS3Error, S3Failure } from './s3-failure.ts';
import { hasRange, isPossiblePage, throwForeignAnswer } from './true-lists.ts';

export type StoredObject = Readonly<{ name: string; size: number }>;
export type OpenUpload = Readonly<{ name: string; uploadId: string; startedAt: number }>;
export type CopiedPart = Readonly<{ PartNumber: number; ETag: string | undefined }>;

export type BucketClients = Readonly<{
  client: S3Client;
  /** Sends requests without a signature. */
  anonymous: S3Client;
}>;

type Ask<T> = Readonly<{
  /** The right of the S3 policy that the request needs. */
  right: string;
  /** Codes that are an expected answer, which is `undefined`. */
  expected?: readonly string[];
  /** True if the request changes nothing. */
  isRead?: boolean;
  send: (client: S3Client, abortSignal: AbortSignal) => Promise<T>;
}>;

/** The object to copy: its current version, or the named one. */
export type ObjectCopySource = Readonly<{
  name: string;
  versionId?: string;
  /** Headers and metadata of the copy in place of those of the source. */
  replaced?: Readonly<{ MetadataDirective: 'REPLACE' } & Partial<CopyObjectCommandInput>>;
}>;

const copyId = ({ name, versionId = '' }: ObjectCopySource, to: string): string => [to, name, versionId].join(' ');

/** Milliseconds for a copy, which continues in the background after the deadline of its caller. */
const COPY_MS = 60_000;

/** Requests to one bucket, each within a deadline. All reject with Unavailable, whose cause is an S3Failure. */
export class BucketApi {
  readonly #clients: BucketClients;
  readonly bucket: string;
  readonly endpoint: string | undefined;
  readonly #copies = new Map<string, Promise<boolean>>();

  constructor(clients: BucketClients, bucket: string, endpoint: string | undefined) {
    this.#clients = clients;
    this.bucket = bucket;
    this.endpoint = endpoint;
  }

  /** Sends a request. Undefined for an expected code. */
  async ask<T>({ right, expected = [], isRead = false, send }: Ask<T>, deadline: Deadline): Promise<T | undefined> {
    const abort = new AbortController();
    try {
      return await deadline.bound(send(this.#clients.client, abort.signal));
    } catch (error) {
      abort.abort();
      const failure = explainS3Error(error, { bucket: this.bucket, endpoint: this.endpoint, right });
      if (expected.includes(failure.code)) return undefined;
      throw new Unavailable('blobs', { cause: failure, maybeDone: !isRead && failure.isUncertain });
    }
  }

  /** True if the object can be read without credentials. Rejects with Unavailable without a reply. */
  async isPublic(Key: string, deadline: Deadline): Promise<boolean> {
    const command = new HeadObjectCommand({ Bucket: this.bucket, Key });
    try {
      const { anonymous } = this.#clients;
      const send = (_: S3Client, abortSignal: AbortSignal) => anonymous.send(command, { abortSignal });
      return (await this.ask({ right: 's3:GetObject', isRead: true, send }, deadline)) !== undefined;
    } catch (error) {
      const status = error instanceof Unavailable && error.cause instanceof S3Failure ? error.cause.status : undefined;
      if (status === undefined || status >= 500) throw error;
      return false;
    }
  }

  async put(Key: string, Body: Uint8Array, deadline: Deadline): Promise<void> {
    const command = new PutObjectCommand({ Bucket: this.bucket, Key, Body, ContentLength: Body.byteLength });
    await this.ask(
      { right: 's3:PutObject', send: (client, abortSignal) => client.send(command, { abortSignal }) },
      deadline,
    );
  }

  /** The bytes, or those of a range with both ends included; undefined for a missing object. The caller reads or destroys them. */
  async get(
    Key: string,
    range: Readonly<{ first: number; last: number }> | undefined,
    deadline: Deadline,
  ): Promise<Readable | undefined> {
    const Range = range && `bytes=${range.first}-${range.last}`;
    const command = new GetObjectCommand({ Bucket: this.bucket, Key, ...(Range && { Range }) });
    const reply = await this.ask(
      {
        right: 's3:GetObject',
        isRead: true,
        expected: ['NoSuchKey'],
        send: (client, abortSignal) => client.send(command, { abortSignal }),
      },
      deadline,
    );
    if (reply === undefined) return undefined;
    if (!(reply.Body instanceof Readable)) throw new TypeError('the body of a reply is a stream of Node');
    if (range === undefined || hasRange(reply, range)) return reply.Body;
    reply.Body.destroy();
    return throwForeignAnswer();
  }

  /** False if the source is missing. A copy that outlasts the deadline continues, and a later call for the same name joins it. */
  async copy(from: ObjectCopySource, to: string, deadline: Deadline): Promise<boolean> {
    const running = this.#copies.get(copyId(from, to)) ?? this.#startCopy(from, to);
    return deadline.bound(running).catch((error: unknown) => {
      if (error instanceof Unavailable) throw error;
      const asked = { bucket: this.bucket, endpoint: this.endpoint, right: 's3:PutObject' };
      throw new Unavailable('blobs', { cause: explainS3Error(error, asked), maybeDone: true });
    });
  }

  #startCopy(from: ObjectCopySource, Key: string): Promise<boolean> {
    const CopySource = this.#copySource(from);
    const command = new CopyObjectCommand({ Bucket: this.bucket, Key, CopySource, ...from.replaced });
    const copy = this.ask(
      {
        right: from.versionId === undefined ? 's3:PutObject' : 's3:GetObjectVersion',
        expected: ['NoSuchKey', 'NoSuchVersion'],
        send: (client, abortSignal) => client.send(command, { abortSignal }),
      },
      new Deadline(COPY_MS),
    )
      .then((done) => done !== undefined)
      .finally(() => this.#copies.delete(copyId(from, Key)));
    this.#copies.set(copyId(from, Key), copy);
    return copy;
  }

  #copySource({ name, versionId }: ObjectCopySource): string {
    const version = versionId === undefined ? '' : `?versionId=${encodeURIComponent(versionId)}`;
    return `${this.bucket}/${name.split('/').map(encodeURIComponent).join('/')}${version}`;
  }

  /** Copies an object to a part of a multipart upload. Undefined if the object or the upload is missing. */
  async copyPart(
    from: ObjectCopySource,
    { to: Key, uploadId: UploadId, number: PartNumber }: Readonly<{ to: string; uploadId: string; number: number }>,
    deadline: Deadline,
  ): Promise<CopiedPart | undefined> {
    const command = new UploadPartCopyCommand({
      Bucket: this.bucket,
      Key,
      UploadId,
      PartNumber,
      CopySource: this.#copySource(from),
    });
    const reply = await this.ask(
      {
        right: from.versionId === undefined ? 's3:PutObject' : 's3:GetObjectVersion',
        expected: ['NoSuchKey', 'NoSuchVersion', 'NoSuchUpload'],
        send: (client, abortSignal) => client.send(command, { abortSignal }),
      },
      deadline,
    );
    return reply && { PartNumber, ETag: reply.CopyPartResult?.ETag ?? throwForeignAnswer() };
  }

  /** A missing object is not an error. */
  async remove(Key: string, deadline: Deadline): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.bucket, Key });
    await this.ask(
      {
        right: 's3:DeleteObject',
        expected: ['NoSuchKey'],
        send: (client, abortSignal) => client.send(command, { abortSignal }),
      },
      deadline,
    );
  }

  /** Objects in byte order of their names, after the name `after`. */
  async list(
    { prefix, after, limit = 1000 }: Readonly<{ prefix: string; after?: string | undefined; limit?: number }>,
    deadline: Deadline,
  ): Promise<Readonly<{ objects: readonly StoredObject[]; hasMore: boolean }>> {
    const command = new ListObjectsV2Command({
      Bucket: this.bucket,
      Prefix: prefix,
      MaxKeys: limit,
      ...(after === undefined ? {} : { StartAfter: after }),
    });
    const reply = await this.ask(
      { right: 's3:ListBucket', isRead: true, send: (client, abortSignal) => client.send(command, { abortSignal }) },
      deadline,
    );
    const { Contents = [], IsTruncated: hasMore = false, Prefix = '' } = reply ?? {};
    const objects = Contents.map(({ Key, Size }) => ({
      name: Key ?? throwForeignAnswer(),
      size: Size ?? throwForeignAnswer(),
    }));
    if (Prefix !== prefix || !isPossiblePage(objects, { prefix, after })) throwForeignAnswer();
    if (hasMore && objects.length === 0) throwForeignAnswer();
    return { objects, hasMore };
  }

  async beginUpload(Key: string, deadline: Deadline): Promise<string> {
    const command = new CreateMultipartUploadCommand({ Bucket: this.bucket, Key });
    const reply = await this.ask(
      { right: 's3:PutObject', send: (client, abortSignal) => client.send(command, { abortSignal }) },
      deadline,
    );
    return reply?.UploadId ?? throwForeignAnswer();
  }

  async uploadPart(
    {
      Key,
      UploadId,
      PartNumber,
      Body,
    }: Readonly<{ Key: string; UploadId: string; PartNumber: number; Body: Uint8Array }>,
    deadline: Deadline,
  ): Promise<CopiedPart> {
    const ContentLength = Body.byteLength;
    const command = new UploadPartCommand({ Bucket: this.bucket, Key, UploadId, PartNumber, Body, ContentLength });
    const reply = await this.ask(
      { right: 's3:PutObject', send: (client, abortSignal) => client.send(command, { abortSignal }) },
      deadline,
    );
    return { PartNumber, ETag: reply?.ETag };
  }

  /** False if the upload is not open any more: it was completed before, or aborted. */
  async completeUpload(
    Key: string,
    UploadId: string,
    Parts: readonly CopiedPart[],
    deadline: Deadline,
  ): Promise<boolean> {
    const MultipartUpload = { Parts: [...Parts] };
    const command = new CompleteMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId, MultipartUpload });
    const reply = await this.ask(
      {
        right: 's3:PutObject',
        expected: ['NoSuchUpload'],
        send: (client, abortSignal) => client.send(command, { abortSignal }),
      },
      deadline,
    );
    return reply !== undefined;
  }

  /** An upload that is not open is not an error. */
  async abortUpload(Key: string, UploadId: string, deadline: Deadline): Promise<void> {
    const command = new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId });
    await this.ask(
      {
        right: 's3:AbortMultipartUpload',
        expected: ['NoSuchUpload'],
        send: (client, abortSignal) => client.send(command, { abortSignal }),
      },
      deadline,
    );
  }

  /** Multipart uploads that were begun and not ended, at most 1000. `startedAt` is in milliseconds by the server's clock. */
  async openUploads(prefix: string, deadline: Deadline): Promise<readonly OpenUpload[]> {
    const command = new ListMultipartUploadsCommand({ Bucket: this.bucket, Prefix: prefix });
    const reply = await this.ask(
      {
        right: 's3:ListBucketMultipartUploads',
        isRead: true,
        send: (client, abortSignal) => client.send(command, { abortSignal }),
      },
      deadline,
    );
    return (reply?.Uploads ?? []).map(({ Key, UploadId, Initiated }) => ({
      name: Key?.startsWith(prefix) === true ? Key : throwForeignAnswer(),
      uploadId: UploadId ?? throwForeignAnswer(),
      startedAt: Initiated?.getTime() ?? throwForeignAnswer(),
    }));
  }
}
