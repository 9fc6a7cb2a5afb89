import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { aStoppedService, strongroomAdmin } from './setting.ts';

const SERVER = resolve(import.meta.dirname, '../../../packages/adapter-cloud-kms/test/processes/kms.ts');
const RING = 'projects/rooms-test/locations/europe-west3/keyRings/strongroom';

type Check = Readonly<{ check: string; status: string; text: string }>;

let kms: { port: number; steering: number };
let end: () => Promise<void>;
beforeEach(async () => {
  const child = spawn(process.execPath, ['-C', '@strongroom/source', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  kms = JSON.parse(line) as typeof kms;
  end = async () => {
    child.kill('SIGKILL');
    await ended;
  };
});
afterEach(() => end());

/** The findings of the doctor for keys in Cloud KMS. */
async function examined(env: Readonly<Record<string, string>> = {}): Promise<readonly Check[]> {
  const settings = {
    STRONGROOM_KEYS: 'cloud-kms',
    STRONGROOM_KMS_KEY_RING: RING,
    STRONGROOM_KMS_ENDPOINT: `http://127.0.0.1:${kms.port}`,
    ...env,
  };
  const { out } = await strongroomAdmin(['doctor', '--data-dir', await aStoppedService(), '--json'], { env: settings });
  return (JSON.parse(out) as { checks: readonly Check[] }).checks;
}

/** The audit log has a key of its own, whatever keeps the keys of rooms. */
const ofKeys = (checks: readonly Check[]): readonly Check[] =>
  checks.filter(({ check }) => check.includes('key') && check !== 'audit key');

test('a key ring that the service can use passes, and the doctor does not look for keys in the folder', async () => {
  expect(ofKeys(await examined())).toEqual([{ check: 'key ring', status: 'ok', text: `${RING}, one key a room` }]);
});

test('the doctor reports an identity that may decrypt, as the service does at its start', async () => {
  const all = ['cryptoKeys.create', 'cryptoKeys.get', 'cryptoKeys.list'].concat(
    ['list', 'destroy', 'useToEncrypt', 'useToDecrypt'].map((verb) => `cryptoKeyVersions.${verb}`),
  );
  const body = JSON.stringify(all.map((name) => `cloudkms.${name}`));
  await fetch(`http://127.0.0.1:${kms.steering}/permissions`, { method: 'POST', body });
  expect(ofKeys(await examined())).toMatchObject([
    { check: 'key ring', status: 'fail', text: expect.stringContaining('may decrypt') },
  ]);
});

test('the doctor reports the code of a key service that cannot be asked', async () => {
  await end();
  expect(ofKeys(await examined())).toMatchObject([
    { check: 'key ring', status: 'fail', text: 'Cloud KMS cannot be asked (Cloud KMS: UNAVAILABLE)' },
  ]);
});

test('the doctor reports a missing key ring setting', async () => {
  expect(ofKeys(await examined({ STRONGROOM_KMS_KEY_RING: '' }))).toMatchObject([
    { check: 'key ring', status: 'fail', text: 'STRONGROOM_KMS_KEY_RING is missing' },
  ]);
});
