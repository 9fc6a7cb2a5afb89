import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { contentsOf, newBucket, versionedBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { aStoppedService, strongroomAdmin } from './setting.ts';

const SERVER = resolve(import.meta.dirname, '../../../packages/adapter-gcs/test/processes/cloud-storage.ts');

type Check = Readonly<{ check: string; status: string; text: string; todo?: string }>;

let folder: string;
let gcs: { port: number; steering: number; bucket: string };
let end: () => Promise<void>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-bucket-'));
  const options = ['-C', '@strongroom/source', SERVER, join(folder, 'google.json')];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  gcs = JSON.parse(line) as typeof gcs;
  end = async () => {
    child.kill('SIGKILL');
    await ended;
  };
});
afterEach(async () => {
  await end();
  await rm(folder, { recursive: true });
});

const set = (settings: object) =>
  fetch(`http://127.0.0.1:${gcs.steering}/settings`, { method: 'POST', body: JSON.stringify(settings) });

const SOFT = { softDeletePolicy: { retentionDurationSeconds: '604800' } };

/** The finding of the doctor for objects in Cloud Storage. */
async function examined(env: Readonly<Record<string, string>> = {}): Promise<readonly Check[]> {
  const settings = {
    STRONGROOM_BLOBS: 'gcs',
    STRONGROOM_GCS_BUCKET: gcs.bucket,
    STRONGROOM_GCS_ENDPOINT: `http://127.0.0.1:${gcs.port}`,
    GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'google.json'),
    ...env,
  };
  const { out } = await strongroomAdmin(['doctor', '--data-dir', await aStoppedService(), '--json'], { env: settings });
  const { checks } = JSON.parse(out) as { checks: readonly Check[] };
  return checks.filter(({ check }) => check === 'bucket' || check === 'blobs');
}

test('a bucket that the service can use passes, and the doctor does not look for objects in the folder', async () => {
  expect(await examined()).toEqual([
    { check: 'bucket', status: 'ok', text: `${gcs.bucket}, where deleted is deleted` },
  ]);
});

test('a bucket that keeps deleted objects fails, or is a warning if the settings allow it', async () => {
  await set(SOFT);
  expect(await examined()).toMatchObject([{ status: 'fail', text: expect.stringContaining('--clear-soft-delete') }]);
  expect(await examined({ STRONGROOM_GCS_WEAKER_DELETION: 'allow' })).toMatchObject([
    {
      status: 'warn',
      text: expect.stringContaining('keeps what was deleted for 7 days'),
      todo: expect.stringContaining('--clear-soft-delete'),
    },
  ]);
});

test('the doctor reports why a storage cannot be asked', async () => {
  await end();
  expect(await examined()).toMatchObject([{ status: 'fail', text: expect.stringMatching(/cannot be asked \(.+\)/) }]);
});

test('the doctor reports a missing bucket setting', async () => {
  expect(await examined({ STRONGROOM_GCS_BUCKET: '' })).toMatchObject([
    { status: 'fail', text: 'STRONGROOM_GCS_BUCKET is missing' },
  ]);
});

describe('a bucket of an S3 server', () => {
  let server: S3Server;
  beforeAll(async () => {
    // oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
    server = await startVersitygw(process.env);
  }, 600_000);
  afterAll(() => server?.stop());

  const settings = (bucket: string) => ({
    STRONGROOM_BLOBS: 's3',
    STRONGROOM_S3_BUCKET: bucket,
    STRONGROOM_S3_ENDPOINT: server.endpoint,
    AWS_ACCESS_KEY_ID: server.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
  });

  test('passes if the service can use it, and nothing is written to it', async () => {
    const bucket = await newBucket(server);
    expect(await examined(settings(bucket))).toEqual([
      { check: 'bucket', status: 'ok', text: `${bucket}, where deleted is deleted` },
    ]);
    expect(await contentsOf(server, bucket)).toEqual({ objects: [], openUploads: [] });
  });

  test('must keep versions if clients use it directly', async () => {
    const direct = (bucket: string) => examined({ ...settings(bucket), STRONGROOM_S3_WAY: 'direct' });
    expect(await direct(await versionedBucket(server))).toMatchObject([{ status: 'ok' }]);
    expect(await direct(await newBucket(server))).toMatchObject([
      { status: 'fail', text: expect.stringContaining('enable its versioning') },
    ]);
  });

  test('fails with advice if the service cannot use it', async () => {
    expect(await examined(settings('nowhere'))).toMatchObject([
      { status: 'fail', text: 'The bucket nowhere does not exist; create it, or correct its name' },
    ]);
    expect(await examined({ ...settings('rooms'), STRONGROOM_S3_ENDPOINT: 'http://127.0.0.1:1' })).toMatchObject([
      { status: 'fail', text: expect.stringContaining('the S3 server cannot be asked (Nothing replies at') },
    ]);
    expect(await examined(settings(''))).toMatchObject([{ status: 'fail', text: 'STRONGROOM_S3_BUCKET is missing' }]);
  });
});
