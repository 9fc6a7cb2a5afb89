import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bearerSecret } from '@strongroom/domain';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { aFolder, strongroomAdmin } from './setting.ts';

const PACKAGES = resolve(import.meta.dirname, '../../../packages');
const RING = 'projects/rooms-test/locations/europe-west3/keyRings/strongroom';

type Check = Readonly<{ check: string; status: string; text: string }>;

const ends: (() => Promise<unknown>)[] = [];

/** A server of a test, and the first line it prints. */
async function aServer(path: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['-C', '@strongroom/source', join(PACKAGES, path), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  ends.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return line;
}

let settings: Readonly<Record<string, string>>;
let missing: string;
beforeAll(async () => {
  const folder = await aFolder();
  missing = join(folder, 'not-there');
  const credentials = join(folder, 'google.json');
  const kms = JSON.parse(await aServer('adapter-cloud-kms/test/processes/kms.ts')) as { port: number };
  const gcs = JSON.parse(await aServer('adapter-gcs/test/processes/cloud-storage.ts', credentials)) as {
    port: number;
    bucket: string;
  };
  const mongo = await MongoServers.start();
  ends.push(() => mongo.stop());
  settings = {
    STRONGROOM_DATA_DIR: missing,
    STRONGROOM_SECRET: 'x'.repeat(32),
    STRONGROOM_OWNER_TOKEN: bearerSecret('apiToken', new Uint8Array(32).fill(5)),
    STRONGROOM_AUDIT_KEY: join(folder, 'audit.key'),
    STRONGROOM_DOCUMENTS: 'mongodb',
    STRONGROOM_MONGODB_URL: mongo.url,
    STRONGROOM_BLOBS: 'gcs',
    STRONGROOM_GCS_BUCKET: gcs.bucket,
    STRONGROOM_GCS_ENDPOINT: `http://127.0.0.1:${gcs.port}`,
    GOOGLE_APPLICATION_CREDENTIALS: credentials,
    STRONGROOM_KEYS: 'cloud-kms',
    STRONGROOM_KMS_KEY_RING: RING,
    STRONGROOM_KMS_ENDPOINT: `http://127.0.0.1:${kms.port}`,
  };
}, 120_000);
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

async function examined(others: Readonly<Record<string, string>> = {}): Promise<readonly Check[]> {
  const { out, err } = await strongroomAdmin(['doctor', '--json'], { env: { ...settings, ...others } });
  expect(err).toBe('');
  expect(existsSync(missing)).toBe(false);
  return (JSON.parse(out) as { checks: readonly Check[] }).checks;
}

test('the doctor examines database, bucket and key ring, and needs no data folder then', async () => {
  expect((await examined()).map(({ check, status }) => `${status} ${check}`)).toEqual([
    'ok node',
    'ok data folder',
    'ok database',
    'warn indexes',
    'ok bucket',
    'ok key ring',
    'ok secret',
    'ok clocks',
  ]);
});

test.each(['STRONGROOM_DOCUMENTS', 'STRONGROOM_BLOBS', 'STRONGROOM_KEYS'])(
  'the doctor fails without a data folder when %s is the embedded default',
  async (name) => {
    expect(await examined({ [name]: '' })).toContainEqual(
      expect.objectContaining({ check: 'data folder', status: 'fail', text: `${missing} is not there` }),
    );
  },
);

test('the doctor fails without STRONGROOM_SECRET, which the service demands with MongoDB', async () => {
  expect(await examined({ STRONGROOM_SECRET: '' })).toContainEqual(
    expect.objectContaining({ check: 'secret', status: 'fail', text: 'STRONGROOM_SECRET is missing' }),
  );
});
