import { PutBucketPolicyCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import type { BlobStore } from '@strongroom/ports';
import { adminOf, newBucket, versionedBucket } from '@strongroom/test-servers/s3-bucket';
import { policiesOfPage } from '@strongroom/test-servers/s3-policies';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { addOwner, startVersitygw } from '@strongroom/test-servers/versitygw';
import { openDirectS3Blobs, openS3Blobs } from '../src/index.ts';
import { bucketAccess, MAX_COMPILE_MS } from './setting.ts';

type Statement = Readonly<{ Effect: string; Action: readonly string[]; Resource: readonly string[] }>;

/** Rights for objects through the service, and direct. */
const [THROUGH = [], DIRECT = []] = policiesOfPage('"Allow"', 'rooms').map(
  (policy) => (JSON.parse(policy) as { Statement: readonly Statement[] }).Statement,
);
const rightsOf = (policy: readonly Statement[]): readonly string[] => policy.flatMap(({ Action }) => Action);

/** versitygw has no lifecycle rules and no replication, so no user needs the right to read them. */
const WITHOUT_MEANING = ['s3:GetReplicationConfiguration', 's3:GetLifecycleConfiguration'];
/** It copies a version with the right to read the object, and reports a missing object to every user who may read. */
const ALSO_WITHOUT = ['s3:GetObjectVersion', 's3:ListBucket'];

const USER = { accessKeyId: 'svc', secretAccessKey: 'svc-secret' };

// oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
const environment = process.env;

let server: S3Server;
beforeAll(async () => {
  server = await startVersitygw(environment);
}, MAX_COMPILE_MS);
afterAll(() => server?.stop());

/** Gives the user these rights of a policy and no others. */
async function allow(bucket: string, policy: readonly Statement[], rights: readonly string[]): Promise<void> {
  const statements = policy.map((one) => ({
    ...one,
    Principal: { AWS: [USER.accessKeyId] },
    Action: one.Action.filter((right) => rights.includes(right)),
    Resource: one.Resource.map((name) => name.replace('rooms', bucket)),
  }));
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: statements.filter(({ Action }) => Action.length > 0),
  });
  await adminOf(server).send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
}

const clock = { now: () => Date.now() as Instant };
const optionsOf = (bucket: string) => ({ ...bucketAccess(server, bucket), credentials: USER, clock, prefix: '' });

/** A way to use a bucket, and the rights that it needs. */
const WAYS = {
  'through the service': {
    policy: THROUGH,
    withoutMeaning: WITHOUT_MEANING,
    make: () => newBucket(server),
    open: (bucket: string): Promise<BlobStore> =>
      openS3Blobs({ ...optionsOf(bucket), baseUrl: () => 'http://127.0.0.1:8080', signingKey: new Uint8Array(32) }),
    /** The sentence where a right is missing. */
    sentence: (right: string, bucket: string) =>
      `The credentials lack the right ${right} on the bucket ${bucket}; allow it in the policy.`,
  },
  directly: {
    policy: DIRECT,
    withoutMeaning: [...WITHOUT_MEANING, ...ALSO_WITHOUT],
    make: () => versionedBucket(server),
    open: (bucket: string): Promise<BlobStore> => openDirectS3Blobs({ ...optionsOf(bucket), cutUploads: 'allow' }),
    sentence: (right: string, bucket: string) =>
      // These two are first used by a signed address.
      right === 's3:PutObject' || right === 's3:GetObject'
        ? `allow ${right} in the policy.`
        : `The credentials lack the right ${right} on the bucket ${bucket}; allow it in the policy.`,
  },
};

describe.each(Object.entries(WAYS))('%s', (_name, { policy, withoutMeaning, make, open, sentence }) => {
  let bucket: string;
  beforeAll(async () => {
    bucket = await make();
    await addOwner(environment, server, bucket, USER);
  });

  test('the rights of the how-to page are enough', async () => {
    await allow(bucket, policy, rightsOf(policy));
    const store = await open(bucket);
    await store.check();
    expect(await store.list('')).toEqual({ keys: [] });
  });

  test.each(rightsOf(policy).filter((right) => !withoutMeaning.includes(right)))(
    'without %s the store is refused, and the right is named',
    async (right) => {
      await allow(
        bucket,
        policy,
        rightsOf(policy).filter((one) => one !== right),
      );
      await expect(open(bucket)).rejects.toThrow(sentence(right, bucket));
    },
  );
});
