import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { OuterLayer, readOuterKey } from '@strongroom/adapter-outer-layer';
import { Pkcs11Vault } from '@strongroom/adapter-pkcs11';
import type { FileId, Instant, OrgId, RoomId } from '@strongroom/domain';
import { SoftHsm } from '@strongroom/test-servers/soft-hsm';
import { strongroomAdmin } from './setting.ts';

/** A library of OpenSC that passes every call to the library that PKCS11SPY names, and logs it. */
const SPY = '/usr/lib/x86_64-linux-gnu/pkcs11-spy.so';
const KEYS = 3;

let hsm: SoftHsm;
let lines: string;
let env: Readonly<Record<string, string>>;
let outer: readonly string[];
let rooms: ReturnType<SoftHsm['token']>;

beforeEach(async () => {
  hsm = SoftHsm.make();
  const layer = hsm.token('outer');
  rooms = hsm.token('rooms');
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  hsm.import(layer, pair.privateKey);
  const inner = await Pkcs11Vault.open({ ...rooms, clock: { now: () => 0 as Instant } });
  const vault = new OuterLayer(inner, readOuterKey(pair.publicKey, 'sha1'));
  const file = () => ({ orgId: randomUUID() as OrgId, roomId: randomUUID() as RoomId, fileId: randomUUID() as FileId });
  const key = await vault.createKey(file());
  const wrapped = await Promise.all(Array.from({ length: KEYS }, () => vault.wrapNewDataKey(key, file())));
  inner.close();
  lines = wrapped
    .map(({ wrappedDek, kmsKeyId }, id) => `${JSON.stringify({ id, wrapped_dek: wrappedDek, kms_key_id: kmsKeyId })}\n`)
    .join('');
  env = {
    SOFTHSM2_CONF: join(hsm.folder, 'softhsm2.conf'),
    PKCS11SPY: rooms.library,
    PKCS11SPY_OUTPUT: join(hsm.folder, 'calls'),
    STRONGROOM_PKCS11_LIBRARY: SPY,
    STRONGROOM_PKCS11_TOKEN: rooms.token,
    STRONGROOM_PKCS11_PIN_FILE: pinFile('rooms', rooms.pin),
  };
  outer = ['--outer-token', layer.token, '--outer-pin-file', pinFile('outer', layer.pin)];
});
afterEach(() => hsm.end());

function pinFile(name: string, pin: string): string {
  const file = join(hsm.folder, `${name}.pin`);
  writeFileSync(file, pin, { mode: 0o600 });
  return file;
}

const logins = (): number => readFileSync(env['PKCS11SPY_OUTPUT'] ?? '', 'utf8').match(/: C_Login$/gm)?.length ?? 0;

async function answers(): Promise<readonly Readonly<{ key?: string; error?: string }>[]> {
  const { out, err } = await strongroomAdmin(['keys', 'unwrap', '--lines', ...outer], { input: lines, env });
  expect(err).toBe('');
  return out
    .trimEnd()
    .split('\n')
    .map((line): Readonly<{ key?: string; error?: string }> => JSON.parse(line));
}

test('keys unwrap --lines logs in to each token once, for all keys', async () => {
  const found = await answers();
  expect(found.map(({ key = '' }) => Buffer.from(key, 'base64').length)).toEqual([32, 32, 32]);
  expect(new Set(found.map(({ key }) => key)).size).toBe(KEYS);
  expect(logins()).toBe(2);
});

test('a PIN that the token refuses is tried once for all keys, so that no token is locked', async () => {
  pinFile('rooms', '00000000');
  const found = await answers();
  expect(found).toHaveLength(KEYS);
  for (const { error } of found) expect(error).toContain('PIN');
  expect(logins()).toBe(2);
});
