import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Client } from '@aws-sdk/client-s3';

/**
 * An answer that no S3 server gives, such as the page of a proxy with status 200. The library reads a missing element as a
 * missing thing, so that a page would be an empty list.
 */
export class ForeignAnswer extends Error {
  override readonly name = 'ForeignAnswer';
  readonly code = 'ForeignAnswer';

  constructor() {
    super('the answer is not that of an S3 server');
  }
}

type Answer = Readonly<{ status: number; headers: Readonly<Record<string, string>>; text: string }>;
type Proof = (answer: Answer) => boolean;

/** A whole document with this root. */
const document =
  (root: string): Proof =>
  ({ text }) =>
    new RegExp(`^\\s*(<\\?xml[^>]*>\\s*)?<${root}(\\s[^>]*)?(/>|>[^]*</${root}>)\\s*$`).test(text);

const isEmpty: Proof = ({ text }) => text === '';
const hasTag: Proof = ({ headers }) => (headers['etag'] ?? '') !== '';
const isStored: Proof = (answer) => isEmpty(answer) && hasTag(answer);
const isRemoved: Proof = (answer) => isEmpty(answer) && answer.status === 204;
/** The service stores no object as a page. */
const isObject: Proof = (answer) => hasTag(answer) && !(answer.headers['content-type'] ?? '').startsWith('text/html');

const PROOFS: Readonly<Record<string, Proof>> = {
  AbortMultipartUploadCommand: isRemoved,
  CompleteMultipartUploadCommand: document('CompleteMultipartUploadResult'),
  CopyObjectCommand: document('CopyObjectResult'),
  CreateMultipartUploadCommand: document('InitiateMultipartUploadResult'),
  DeleteObjectCommand: isRemoved,
  GetBucketLifecycleConfigurationCommand: document('LifecycleConfiguration'),
  GetBucketReplicationCommand: document('ReplicationConfiguration'),
  GetBucketVersioningCommand: document('VersioningConfiguration'),
  GetObjectCommand: isObject,
  GetObjectLockConfigurationCommand: document('ObjectLockConfiguration'),
  HeadObjectCommand: isObject,
  ListMultipartUploadsCommand: document('ListMultipartUploadsResult'),
  ListObjectVersionsCommand: document('ListVersionsResult'),
  ListObjectsV2Command: document('ListBucketResult'),
  PutObjectCommand: isStored,
  UploadPartCommand: isStored,
  UploadPartCopyCommand: document('CopyPartResult'),
};

const isError = document('Error');

/** Refuses every successful answer of a client that the command cannot have. */
export function refuseForeignAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const reply = await next(args);
      const { response } = reply;
      if (!isAnswer(response) || response.statusCode >= 300) return reply;
      const command = String(context['commandName']);
      const isStream = command === 'GetObjectCommand';
      const bytes = isStream ? Buffer.alloc(0) : await buffer(response.body);
      if (!isStream) response.body = Readable.from([bytes]);
      const answer = { status: response.statusCode, headers: response.headers, text: bytes.toString('utf8') };
      // S3 begins some answers before it knows how they end.
      if (isError(answer)) response.statusCode = 500;
      else if (PROOFS[command]?.(answer) !== true) {
        if (isStream) response.body.destroy();
        throw new ForeignAnswer();
      }
      return reply;
    },
    // Before the part of the library that reads answers, and after the one that bounds them.
    { step: 'deserialize', priority: 'low', name: 'refuseForeignAnswers' },
  );
}

type MutableAnswer = { statusCode: number; headers: Readonly<Record<string, string>>; body: Readable };

const isAnswer = (response: unknown): response is MutableAnswer =>
  typeof response === 'object' &&
  response !== null &&
  'statusCode' in response &&
  typeof response.statusCode === 'number' &&
  'headers' in response &&
  'body' in response &&
  response.body instanceof Readable;
