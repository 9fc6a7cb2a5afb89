import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutBucketCorsCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Instant, plus } from '@strongroom/domain';
import { adminOf, newBucket, versionedBucket, versionsIn } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { type DirectS3Options, inspectS3Bucket, openDirectS3Blobs } from '../src/index.ts';
import { directOptions } from './direct-setting.ts';
import { S3Proxy } from './front.ts';
import { MAX_COMPILE_MS, makeSelfSignedCertificate } from './setting.ts';

let server: S3Server;
let bucket: string;
let front: S3Proxy;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
  server = await startVersitygw(process.env);
  bucket = await versionedBucket(server);
}, MAX_COMPILE_MS);
afterAll(() => server?.stop());
beforeEach(async () => {
  front = await S3Proxy.before(server.port);
});
afterEach(() => front.close());

const options = (more: Partial<DirectS3Options> = {}): DirectS3Options =>
  directOptions(server, bucket, { endpoint: front.endpoint, cutUploads: 'allow', ...more });

/** Name and sentence of the refusal. */
const refusal = async (more: Partial<DirectS3Options> = {}): Promise<readonly [string, string]> => {
  const error = await openDirectS3Blobs(options(more)).then(
    () => new Error('it was opened'),
    (reason: unknown) => reason as Error,
  );
  return [
    error.name,
    error.cause instanceof Error && error.name === 'Unavailable' ? error.cause.message : error.message,
  ];
};

const hasNoSignature = (url: URL, headers: Readonly<Record<string, unknown>>): boolean =>
  headers.authorization === undefined && !url.searchParams.has('X-Amz-Signature');

describe('the start is refused with the change to make for', () => {
  test.each(['never', 'Suspended'] as const)('a bucket whose versioning is %s', async (status) => {
    const Bucket = await newBucket(server);
    if (status !== 'never')
      await adminOf(server).send(
        new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: status } }),
      );
    const sentence = `The bucket ${Bucket} does not keep versions, which addresses that lead to the S3 server need; enable its versioning.`;
    expect(await refusal({ bucket: Bucket })).toEqual(['BucketUnfit', sentence]);
    await expect(inspectS3Bucket({ ...options({ bucket: Bucket }), way: 'direct' })).rejects.toThrow(sentence);
  });

  test('a second factor for deletions', async () => {
    const body =
      '<VersioningConfiguration><Status>Enabled</Status><MfaDelete>Enabled</MfaDelete></VersioningConfiguration>';
    front.reply = (_method, url) => (url.searchParams.has('versioning') ? { status: 200, body } : undefined);
    expect(await refusal()).toEqual(['BucketUnfit', expect.stringContaining('disable MFA Delete.')]);
  });

  test.each(['Transition', 'NoncurrentVersionTransition'])('a lifecycle rule with a %s', async (element) => {
    const days = element === 'Transition' ? 'Days' : 'NoncurrentDays';
    const rule = `<Rule><ID>tidy</ID><Status>Enabled</Status><Filter/><${element}><${days}>30</${days}><StorageClass>GLACIER</StorageClass></${element}></Rule>`;
    const body = `<LifecycleConfiguration>${rule}</LifecycleConfiguration>`;
    front.reply = (_method, url) => (url.searchParams.has('lifecycle') ? { status: 200, body } : undefined);
    expect(await refusal()).toEqual([
      'BucketUnfit',
      `In the bucket ${bucket} the lifecycle rule tidy moves objects to another storage class; remove that rule.`,
    ]);
  });

  test('temporary credentials', async () => {
    const credentials = { ...server.credentials, sessionToken: 'until tomorrow' };
    expect(await refusal({ credentials })).toEqual([
      'BucketUnfit',
      'The S3 credentials are temporary, and signed addresses would end with them; use the access key of a user, or the way through-service.',
    ]);
  });

  test('a clock that differs from that of the server', async () => {
    const clock = { now: (): Instant => plus(Date.now() as Instant, 10_500) };
    expect(await refusal({ clock })).toEqual([
      'BucketUnfit',
      expect.stringMatching(
        /^The clock of the S3 server differs from that of this machine by 1[0-3] seconds; synchronise both with NTP\.$/,
      ),
    ]);
  });

  test('a server that does not heed the size in an address', async () => {
    front.reply = (method, _url, headers) =>
      method === 'PUT' && headers['content-length'] === '20' ? { status: 200 } : undefined;
    expect(await refusal()).toEqual([
      'BucketUnfit',
      'The S3 server accepts more bytes than an upload address was signed for; use another server, or the way through-service.',
    ]);
  });

  test('a server where the holder of an address can make an object public', async () => {
    front.reply = (method, url, headers) =>
      (method === 'PUT' && headers['x-amz-acl'] !== undefined) || (method === 'HEAD' && hasNoSignature(url, headers))
        ? { status: 200, headers: { etag: '"public"' } }
        : undefined;
    expect(await refusal()).toEqual([
      'BucketUnfit',
      `The holder of an upload address can make an object of the bucket ${bucket} public by the header x-amz-acl; deny it in the policy of the bucket.`,
    ]);
  });

  test('a server that stores an upload that was cut off', async () => {
    expect(await refusal({ cutUploads: 'refuse', endpoint: server.endpoint })).toEqual([
      'BucketUnfit',
      'The S3 server stores an upload that was cut off; use a version without this fault, another server, or the way through-service.',
    ]);
  });

  test('a public endpoint where nothing listens, and one of a web server', async () => {
    const other = await S3Proxy.before(server.port);
    const { endpoint: publicEndpoint } = other;
    other.reply = () => ({ status: 404, body: '<html>Not found</html>' });
    expect(await refusal({ publicEndpoint })).toEqual([
      'BucketUnfit',
      `The S3 server at ${publicEndpoint} refuses a signed upload (status 404); correct the public endpoint, and allow s3:PutObject in the policy.`,
    ]);
    await other.close();
    expect(await refusal({ publicEndpoint })).toEqual([
      'Unavailable',
      `Nothing replies at ${publicEndpoint}; start the S3 server, or correct the endpoint.`,
    ]);
  });

  test('a public endpoint with a certificate of an unknown authority', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'strongroom-s3-direct-'));
    const tls = makeSelfSignedCertificate(folder);
    // oxlint-disable-next-line node/no-process-env -- a program of its own
    const encrypted = await startVersitygw(process.env, { tls });
    try {
      expect(await refusal({ publicEndpoint: encrypted.endpoint })).toEqual([
        'BucketUnfit',
        `The TLS certificate of ${encrypted.endpoint} is not trusted; name the file of its certificate authority in NODE_EXTRA_CA_CERTS.`,
      ]);
    } finally {
      await encrypted.stop();
      rmSync(folder, { recursive: true });
    }
  });

  test.each([
    ['an unknown access key', { accessKeyId: 'somebody' }, 'correct AWS_ACCESS_KEY_ID.'],
    ['a wrong secret key', { secretAccessKey: 'wrong' }, 'correct AWS_SECRET_ACCESS_KEY and the region.'],
  ])('%s', async (_what, wrong, sentence) => {
    const credentials = { ...server.credentials, ...wrong };
    expect(await refusal({ credentials })).toEqual(['BucketUnfit', expect.stringContaining(sentence)]);
  });

  test('a wrong region', async () => {
    expect(await refusal({ region: 'eu-central-1' })).toEqual([
      'BucketUnfit',
      'The region is not that of the bucket; set the region in which the bucket was created.',
    ]);
  });

  test('Object Lock, and replication', async () => {
    const rule = '<Rule><Status>Enabled</Status><Destination><Bucket>arn:aws:s3:::copy</Bucket></Destination></Rule>';
    const bodies: Readonly<Record<string, string>> = {
      'object-lock':
        '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
      replication: `<ReplicationConfiguration><Role>r</Role>${rule}</ReplicationConfiguration>`,
    };
    for (const [setting, body] of Object.entries(bodies)) {
      front.reply = (_method, url) => (url.searchParams.has(setting) ? { status: 200, body } : undefined);
      expect(await refusal()).toEqual([
        'BucketUnfit',
        expect.stringMatching(/^The bucket \S+ (has Object Lock, .+|is replicated, .+)\.$/),
      ]);
    }
  });

  test('a bucket that browsers may not use from the pages, until its CORS rules allow it', async () => {
    const pageOrigin = (): string => 'https://rooms.example.com';
    expect(await refusal({ pageOrigin })).toEqual([
      'BucketUnfit',
      `Browsers may not PUT objects of the bucket ${bucket} from https://rooms.example.com; allow this origin the methods GET and PUT in the CORS rules of the bucket.`,
    ]);
    const allow = (AllowedMethods: string[]) =>
      adminOf(server).send(
        new PutBucketCorsCommand({
          Bucket: bucket,
          CORSConfiguration: { CORSRules: [{ AllowedOrigins: [pageOrigin()], AllowedMethods }] },
        }),
      );
    await allow(['PUT']);
    expect(await refusal({ pageOrigin })).toEqual(['BucketUnfit', expect.stringContaining('Browsers may not GET')]);
    await allow(['PUT', 'GET']);
    await (await openDirectS3Blobs(options({ pageOrigin }))).check();
    expect(await refusal({ pageOrigin: () => 'https://other.example.com' })).toEqual([
      'BucketUnfit',
      expect.stringContaining('from https://other.example.com'),
    ]);
  });
});

test('a refused start leaves nothing in the bucket', async () => {
  expect(await versionsIn(server, bucket)).toEqual([]);
});

test('the inspection tries a write and leaves nothing', async () => {
  const seen: string[] = [];
  front.reply = (method) => {
    seen.push(method);
    return undefined;
  };
  await inspectS3Bucket({ ...options(), way: 'direct' });
  expect(seen).toContain('PUT');
  expect(await versionsIn(server, bucket)).toEqual([]);
});
