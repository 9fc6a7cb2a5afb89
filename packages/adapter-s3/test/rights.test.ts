import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutBucketPolicyCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { adminOf, newBucket } from '../../../scripts/s3-bucket.ts';
import type { S3Server } from '../../../scripts/s3-server.ts';
import { addOwner, startVersitygw } from '../../../scripts/versitygw.ts';
import { openS3Blobs } from '../src/index.ts';
import { accessOf, COMPILING_MS } from './setting.ts';

type Statement = Readonly<{ Effect: string; Action: readonly string[]; Resource: readonly string[] }>;

/** The policy of the how-to page. */
const page = readFileSync(join(import.meta.dirname, '../../../docs/how-to/run-on-premise.md'), 'utf8');
const { Statement } = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '') as { Statement: readonly Statement[] };
const RIGHTS = Statement.flatMap(({ Action }) => Action);

const USER = { accessKeyId: 'svc', secretAccessKey: 'svc-secret' };

let server: S3Server;
let bucket: string;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
  const environment = process.env;
  server = await startVersitygw(environment);
  bucket = await newBucket(server);
  await addOwner(environment, server, bucket, USER);
}, COMPILING_MS);
afterAll(() => server?.stop());

/** Gives the user these rights and no others. */
async function allow(rights: readonly string[]): Promise<void> {
  const statements = Statement.map((one) => ({
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

const open = () =>
  openS3Blobs({
    ...accessOf(server, bucket),
    credentials: USER,
    baseUrl: () => 'http://127.0.0.1:8080',
    signingKey: new Uint8Array(32),
    clock: { now: () => 1_900_000_000_000 as Instant },
    prefix: '',
  });

test('the rights of the how-to page are enough', async () => {
  await allow(RIGHTS);
  const store = await open();
  await store.check();
  expect(await store.list('')).toEqual({ keys: [] });
});

/** versitygw has no lifecycle rules and no replication, so no user needs the right to read them. */
const WITHOUT_MEANING = ['s3:GetReplicationConfiguration', 's3:GetLifecycleConfiguration'];

test.each(RIGHTS.filter((right) => !WITHOUT_MEANING.includes(right)))(
  'without %s the store is refused, and the right is named',
  async (right) => {
    await allow(RIGHTS.filter((one) => one !== right));
    await expect(open()).rejects.toThrow(
      `The credentials lack the right ${right} on the bucket ${bucket}; allow it in the policy.`,
    );
  },
);
