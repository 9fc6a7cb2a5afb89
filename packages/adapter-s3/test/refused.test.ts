import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { adminOf, contentsOf, newBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { inspectS3Bucket, openS3Blobs, type S3BlobStoreOptions } from '../src/index.ts';
import { errorXml, S3Proxy } from './front.ts';
import { bucketAccess, MAX_COMPILE_MS, makeSelfSignedCertificate } from './setting.ts';

let server: S3Server;
let front: S3Proxy;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
  server = await startVersitygw(process.env);
}, MAX_COMPILE_MS);
afterAll(() => server?.stop());
beforeEach(async () => {
  front = await S3Proxy.before(server.port);
});
afterEach(() => front.close());

const options = (bucket: string, more: Partial<S3BlobStoreOptions> = {}): S3BlobStoreOptions => ({
  ...bucketAccess(server, bucket),
  baseUrl: () => 'http://127.0.0.1:8080',
  signingKey: new Uint8Array(32),
  clock: { now: () => 1_900_000_000_000 as Instant },
  prefix: '',
  ...more,
});

/** Name and sentence of the refusal. */
const refusal = async (wanted: S3BlobStoreOptions): Promise<readonly [string, string]> => {
  const error = await openS3Blobs(wanted).then(
    () => new Error('it was opened'),
    (reason: unknown) => reason as Error,
  );
  return [
    error.name,
    error.cause instanceof Error && error.name === 'Unavailable' ? error.cause.message : error.message,
  ];
};

describe('a wrong setting is refused with what to change', () => {
  test('a bucket that does not exist', async () => {
    expect(await refusal(options('nowhere'))).toEqual([
      'BucketUnfit',
      'The bucket nowhere does not exist; create it, or correct its name.',
    ]);
  });

  test('an unknown access key', async () => {
    const credentials = { ...server.credentials, accessKeyId: 'somebody' };
    expect(await refusal(options(await newBucket(server), { credentials }))).toEqual([
      'BucketUnfit',
      'The S3 server does not know the access key; correct AWS_ACCESS_KEY_ID.',
    ]);
  });

  test('a wrong secret key', async () => {
    const credentials = { ...server.credentials, secretAccessKey: 'wrong' };
    const [name, sentence] = await refusal(options(await newBucket(server), { credentials }));
    expect([name, sentence]).toEqual([
      'BucketUnfit',
      'The S3 server refuses the signature; correct AWS_SECRET_ACCESS_KEY and the region.',
    ]);
  });

  test('a wrong region', async () => {
    expect(await refusal(options(await newBucket(server), { region: 'eu-central-1' }))).toEqual([
      'BucketUnfit',
      'The region is not that of the bucket; set the region in which the bucket was created.',
    ]);
  });

  test('expired credentials', async () => {
    front.reply = () => ({ status: 400, body: errorXml('ExpiredToken') });
    expect(await refusal(options('rooms', { endpoint: front.endpoint }))).toEqual([
      'BucketUnfit',
      'The S3 credentials have expired; provide new ones.',
    ]);
  });

  test('a clock that differs too much', async () => {
    front.reply = () => ({ status: 403, body: errorXml('RequestTimeTooSkewed') });
    expect(await refusal(options('rooms', { endpoint: front.endpoint }))).toEqual([
      'BucketUnfit',
      'The clocks of this machine and of the S3 server differ too much; synchronise both with NTP.',
    ]);
  });

  test('a web server in place of an S3 server', async () => {
    for (const page of [
      { status: 404, body: '<html><body>Not found</body></html>' },
      { status: 404, body: 'Not found' },
    ]) {
      front.reply = () => page;
      expect(await refusal(options('rooms', { endpoint: front.endpoint }))).toEqual([
        'BucketUnfit',
        `The server at ${front.endpoint} does not reply as an S3 server; correct the endpoint.`,
      ]);
    }
  });

  test('a web server that accepts everything', async () => {
    front.reply = () => ({ status: 200, body: '<html><body>Welcome</body></html>' });
    expect(await refusal(options('rooms', { endpoint: front.endpoint }))).toEqual([
      'BucketUnfit',
      `The server at ${front.endpoint} does not reply as an S3 server; correct the endpoint.`,
    ]);
  });

  test('an endpoint where nothing listens', async () => {
    const { endpoint } = front;
    await front.close();
    expect(await refusal(options('rooms', { endpoint }))).toEqual([
      'Unavailable',
      `Nothing replies at ${endpoint}; start the S3 server, or correct the endpoint.`,
    ]);
    front = await S3Proxy.before(server.port);
  });

  test('an endpoint whose name is unknown', async () => {
    expect(await refusal(options('rooms', { endpoint: 'https://s3.invalid' }))).toEqual([
      'BucketUnfit',
      'The name in the endpoint https://s3.invalid is unknown; correct it.',
    ]);
  });

  test('an unencrypted endpoint on another machine', async () => {
    expect(await refusal(options('rooms', { endpoint: 'http://s3.example.com' }))).toEqual([
      'BucketUnfit',
      'The endpoint of the S3 server must use https, except on this machine.',
    ]);
  });
});

test('a certificate of an unknown authority is refused with how to trust it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-s3-tls-'));
  const tls = makeSelfSignedCertificate(folder);
  // oxlint-disable-next-line node/no-process-env -- a program of its own
  const encrypted = await startVersitygw(process.env, { tls });
  try {
    expect(await refusal(options('rooms', { endpoint: encrypted.endpoint }))).toEqual([
      'BucketUnfit',
      `The TLS certificate of ${encrypted.endpoint} is not trusted; name the file of its certificate authority in NODE_EXTRA_CA_CERTS.`,
    ]);
    expect(await refusal(options('rooms', { endpoint: encrypted.endpoint.replace('https', 'http') }))).toEqual([
      'Unavailable',
      expect.stringContaining('breaks connections; correct the endpoint, or restart it.'),
    ]);
  } finally {
    await encrypted.stop();
    rmSync(folder, { recursive: true });
  }
});

describe('a bucket that breaks a promise is refused with what to change', () => {
  test('versioning', async () => {
    const Bucket = await newBucket(server);
    const admin = adminOf(server);
    for (const Status of ['Enabled', 'Suspended'] as const) {
      await admin.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));
      expect(await refusal(options(Bucket))).toEqual([
        'BucketUnfit',
        `The bucket ${Bucket} keeps deleted objects (versioning: ${Status}); use a bucket that never had versioning.`,
      ]);
    }
  });

  test('Object Lock', async () => {
    const Bucket = 'locked';
    await adminOf(server).send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }));
    const [name, sentence] = await refusal(options(Bucket));
    expect([name, sentence]).toEqual([
      'BucketUnfit',
      expect.stringContaining(
        'The bucket locked has Object Lock, which forbids deletion; use a bucket that was created without it.',
      ),
    ]);
  });

  test.each([
    [
      'deletes objects by age',
      '<Rule><ID>tidy</ID><Status>Enabled</Status><Filter/><Expiration><Days>30</Days></Expiration></Rule>',
    ],
    [
      'moves objects to another storage class',
      '<Rule><ID>tidy</ID><Status>Enabled</Status><Filter/><Transition><Days>30</Days><StorageClass>GLACIER</StorageClass></Transition></Rule>',
    ],
  ])('a lifecycle rule that %s', async (effect, rule) => {
    const bucket = await newBucket(server);
    front.reply = (_method, url) =>
      url.searchParams.has('lifecycle')
        ? { status: 200, body: `<LifecycleConfiguration>${rule}</LifecycleConfiguration>` }
        : undefined;
    expect(await refusal(options(bucket, { endpoint: front.endpoint }))).toEqual([
      'BucketUnfit',
      `In the bucket ${bucket} the lifecycle rule tidy ${effect}; remove that rule.`,
    ]);
  });

  test('replication', async () => {
    const bucket = await newBucket(server);
    const rule = '<Rule><Status>Enabled</Status><Destination><Bucket>arn:aws:s3:::copy</Bucket></Destination></Rule>';
    front.reply = (_method, url) =>
      url.searchParams.has('replication')
        ? { status: 200, body: `<ReplicationConfiguration><Role>r</Role>${rule}</ReplicationConfiguration>` }
        : undefined;
    expect(await refusal(options(bucket, { endpoint: front.endpoint }))).toEqual([
      'BucketUnfit',
      `The bucket ${bucket} is replicated, and copies keep what is deleted here; remove its replication rules.`,
    ]);
  });

  test('objects that anyone can read', async () => {
    const Bucket = await newBucket(server);
    await setPolicy(Bucket, [
      { Effect: 'Allow', Principal: '*', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${Bucket}/*`] },
    ]);
    expect(await refusal(options(Bucket))).toEqual([
      'BucketUnfit',
      `Anyone can read the objects of the bucket ${Bucket}; remove its public policy or access list.`,
    ]);
    expect(await contentsOf(server, Bucket)).toEqual({ objects: [], openUploads: [] });
  });

  test.each([
    [
      'aborts incomplete uploads',
      '<Rule><Status>Enabled</Status><Filter/><AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation></AbortIncompleteMultipartUpload></Rule>',
    ],
    ['is disabled', '<Rule><Status>Disabled</Status><Filter/><Expiration><Days>30</Days></Expiration></Rule>'],
  ])('but not a lifecycle rule that %s', async (_effect, rule) => {
    const bucket = await newBucket(server);
    front.reply = (_method, url) =>
      url.searchParams.has('lifecycle')
        ? { status: 200, body: `<LifecycleConfiguration>${rule}</LifecycleConfiguration>` }
        : undefined;
    const store = await openS3Blobs(options(bucket, { endpoint: front.endpoint }));
    expect(await store.list('')).toEqual({ keys: [] });
  });
});

const setPolicy = (Bucket: string, Statement: readonly object[]) =>
  adminOf(server).send(
    new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) }),
  );

test('the inspection reports what a start would refuse, tries a write, and leaves nothing', async () => {
  const Bucket = await newBucket(server);
  await adminOf(server).send(new PutObjectCommand({ Bucket, Key: 'theirs', Body: 'x' }));
  const seen: string[] = [];
  front.reply = (method) => {
    seen.push(method);
    return undefined;
  };
  await inspectS3Bucket(options(Bucket, { endpoint: front.endpoint }));
  expect([...new Set(seen)]).toEqual(['GET', 'PUT', 'DELETE']);
  expect((await contentsOf(server, Bucket)).objects).toEqual(['theirs']);
  await expect(inspectS3Bucket(options('nowhere'))).rejects.toMatchObject({ name: 'BucketUnfit' });
});

test('the inspection finds a store that is full', async () => {
  const Bucket = await newBucket(server);
  front.reply = (method) =>
    method === 'PUT' ? { status: 507, body: '<Error><Code>InsufficientStorage</Code></Error>' } : undefined;
  await expect(inspectS3Bucket(options(Bucket, { endpoint: front.endpoint }))).rejects.toMatchObject({
    name: 'BucketUnfit',
    message: expect.stringContaining('is full'),
  });
});
