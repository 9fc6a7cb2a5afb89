import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Instant, plus } from '@strongroom/domain';
import { type Clock, Unavailable } from '@strongroom/ports';
import type { Deadline } from '@strongroom/store-kit';
import { bytesUpTo } from '../bucket/bounded-text.ts';
import type { BucketApi } from '../bucket/bucket-api.ts';
import { BucketUnfit } from '../bucket/bucket-unfit.ts';
import { explainS3Error } from '../bucket/s3-failure.ts';
import type { SignedAddresses } from './addresses.ts';
import { CUT_UPLOAD_BYTES, sendCutUpload } from './cut-upload.ts';
import { currentVersionOf, type ObjectVersions } from './versions.ts';

const CONTENT = Buffer.from('strongroom');
/** Milliseconds of validity of an address of the test. */
const LIFE_MS = 60_000;
/** Maximum error of the end of an address, in milliseconds; a tested address is valid for a minute. */
const MAX_CLOCK_DIFFERENCE_MS = 5000;

/** Whether a server may store the part of an upload that arrived before it was cut off. */
export type CutUploadRule = 'refuse' | 'allow';

export type SelfTestSetup = Readonly<{
  api: BucketApi;
  versions: ObjectVersions;
  addresses: SignedAddresses;
  clock: Pick<Clock, 'now'>;
  cutUploads: CutUploadRule;
  /** Origin of the web pages, whose browsers use the addresses; undefined before it is known. */
  pageOrigin: () => string | undefined;
}>;

/**
 * Uses addresses as clients do, and the versions as the store does, with small objects. At the start it also tries the
 * uploads that the server must refuse. Throws BucketUnfit, and Unavailable.
 */
export async function testDirectAddresses(
  parts: SelfTestSetup,
  prefix: string,
  deadline: Deadline,
  isStart: boolean,
): Promise<void> {
  const name = `${prefix}${randomBytes(8).toString('hex')}`;
  const copy = `${name}-copy`;
  const test = new DirectTest(parts, name, deadline);
  try {
    await test.stores();
    if (isStart) await test.refuses();
    await test.copies(copy);
    await test.isPrivate();
    await test.opensToPages();
  } finally {
    await Promise.all([name, copy].map((one) => parts.versions.removeAll(one, deadline)));
  }
}

class DirectTest {
  readonly #parts: SelfTestSetup;
  readonly #name: string;
  readonly #deadline: Deadline;

  constructor(parts: SelfTestSetup, name: string, deadline: Deadline) {
    this.#parts = parts;
    this.#name = name;
    this.#deadline = deadline;
  }

  async stores(): Promise<void> {
    const { clock, addresses, versions } = this.#parts;
    const stored = await this.#send(this.#upload(), { method: 'PUT', body: CONTENT });
    const server = Date.parse(stored.headers.get('date') ?? '');
    if (Math.abs(server - clock.now()) > MAX_CLOCK_DIFFERENCE_MS)
      throw new BucketUnfit(
        `The clock of the S3 server differs from that of this machine by ${Math.round(Math.abs(server - clock.now()) / 1000)} seconds; synchronise both with NTP.`,
      );
    if (!stored.ok)
      throw new BucketUnfit(
        `The S3 server at ${addresses.origin} refuses a signed upload (status ${stored.status}); correct the public endpoint, and allow s3:PutObject in the policy.`,
      );
    const found = await versions.of(this.#name, this.#deadline);
    if (found.length !== 1 || currentVersionOf(found)?.size !== CONTENT.byteLength)
      throw new BucketUnfit(
        'The S3 server does not list the version of an object directly after storing it; correct the endpoint, or use another server.',
      );
    const read = await this.#send(addresses.download(this.#name, this.#expiry()), { method: 'GET' });
    if (!read.ok || !read.bytes.equals(CONTENT))
      throw new BucketUnfit(
        `The S3 server at ${addresses.origin} does not serve a signed download (status ${read.status}); correct the public endpoint, and allow s3:GetObject in the policy.`,
      );
  }

  async refuses(): Promise<void> {
    const longer = await this.#send(this.#upload(), { method: 'PUT', body: Buffer.concat([CONTENT, CONTENT]) });
    if (longer.ok)
      throw new BucketUnfit(
        'The S3 server accepts more bytes than an upload address was signed for; use another server, or the way through-service.',
      );
    const headers = { 'x-amz-acl': 'public-read' };
    const opened = await this.#send(this.#upload(), { method: 'PUT', body: CONTENT, headers });
    if (opened.ok && (await this.#parts.api.isPublic(this.#name, this.#deadline)))
      throw new BucketUnfit(
        `The holder of an upload address can make an object of the bucket ${this.#parts.api.bucket} public by the header x-amz-acl; deny it in the policy of the bucket.`,
      );
    if (this.#parts.cutUploads === 'allow') return;
    const before = await this.#parts.versions.of(this.#name, this.#deadline);
    await sendCutUpload(this.#upload(CUT_UPLOAD_BYTES), this.#deadline);
    const after = await this.#parts.versions.of(this.#name, this.#deadline);
    if (after.length !== before.length)
      throw new BucketUnfit(
        'The S3 server stores an upload that was cut off; use a version without this fault, another server, or the way through-service.',
      );
  }

  async copies(copy: string): Promise<void> {
    const { versions } = this.#parts;
    // Without the right s3:ListBucket a missing object is answered 403.
    if ((await versions.sealedFrom(copy, this.#deadline)) !== undefined)
      throw new BucketUnfit('The S3 server reports an object that was never stored; correct the endpoint.');
    const current = currentVersionOf(await versions.of(this.#name, this.#deadline));
    const isCopied = current !== undefined && (await versions.copy(current, copy, this.#deadline));
    if (!isCopied || (await versions.sealedFrom(copy, this.#deadline)) !== current.generation)
      throw new BucketUnfit('The S3 server does not copy a version with new metadata; use another server.');
    await versions.removeAll(copy, this.#deadline);
    if ((await versions.of(copy, this.#deadline)).length > 0)
      throw new BucketUnfit('The S3 server lists a version after deleting it; use another server.');
  }

  async isPrivate(): Promise<void> {
    const { api } = this.#parts;
    if (await api.isPublic(this.#name, this.#deadline))
      throw new BucketUnfit(
        `Anyone can read the objects of the bucket ${api.bucket}; remove its public policy or access list.`,
      );
  }

  /** Asks as a browser does before an upload from a page. */
  async opensToPages(): Promise<void> {
    const origin = this.#parts.pageOrigin();
    if (origin === undefined) return;
    for (const method of ['PUT', 'GET']) {
      const headers = { Origin: origin, 'Access-Control-Request-Method': method };
      const { ok, headers: answered } = await this.#send(this.#upload(), { method: 'OPTIONS', headers });
      const isAllowed = ok && ['*', origin].includes(answered.get('access-control-allow-origin') ?? '');
      if (!isAllowed || !(answered.get('access-control-allow-methods') ?? '').includes(method))
        throw new BucketUnfit(
          `Browsers may not ${method} objects of the bucket ${this.#parts.api.bucket} from ${origin}; allow this origin the methods GET and PUT in the CORS rules of the bucket.`,
        );
    }
  }

  #expiry(): Instant {
    return plus(this.#parts.clock.now(), LIFE_MS);
  }

  #upload(size = CONTENT.byteLength): string {
    return this.#parts.addresses.upload(this.#name, size, this.#expiry());
  }

  async #send(
    url: string,
    init: Readonly<{ method: string; body?: Uint8Array<ArrayBuffer>; headers?: Readonly<Record<string, string>> }>,
  ): Promise<Readonly<{ ok: boolean; status: number; headers: Headers; bytes: Buffer }>> {
    const signal = AbortSignal.timeout(Math.max(1, Math.ceil(this.#deadline.left)));
    try {
      const { ok, status, headers, ...reply } = await fetched(url, { ...init, signal, redirect: 'manual' });
      return { ok, status, headers, bytes: reply.bytes };
    } catch (error) {
      const { bucket } = this.#parts.api;
      const asked = { bucket, endpoint: this.#parts.addresses.origin, right: 's3:PutObject' };
      throw new Unavailable('blobs', { cause: explainS3Error(reasonOf(error), asked) });
    }
  }
}

/** `fetch` hides the code of Node in the cause of its error. */
const reasonOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'cause' in error && error.cause !== undefined ? error.cause : error;

/** The test stores some bytes. A server that sends more does not serve them. */
const MAX_BYTES = 65_536;

async function fetched(url: string, init: RequestInit) {
  const { ok, status, headers, body } = await fetch(url, init);
  const bytes = body === null ? Buffer.alloc(0) : await bytesUpTo(Readable.fromWeb(body), MAX_BYTES);
  return { ok, status, headers, bytes };
}
