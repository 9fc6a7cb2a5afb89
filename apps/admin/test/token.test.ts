import { generateKeyPairSync } from 'node:crypto';
import { chmod, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OuterLayer, readOuterKey } from '@strongroom/adapter-outer-layer';
import { Pkcs11Vault } from '@strongroom/adapter-pkcs11';
import type { FileId, Instant, OrgId, RoomId } from '@strongroom/domain';
import { SoftHsm } from '@strongroom/test-servers/soft-hsm';
import { aFolder, strongroomAdmin } from './setting.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const ROOM = {
  orgId: '00000000-0000-4000-8000-000000000001' as OrgId,
  roomId: '00000000-0000-4000-8000-000000000101' as RoomId,
};
const FILE = { ...ROOM, fileId: '00000000-0000-4000-8000-000000000201' as FileId };

let hsm: SoftHsm;
let vault: Pkcs11Vault;
let folder: string;
let settings: Readonly<Record<string, string>>;
beforeAll(async () => {
  folder = await aFolder();
  hsm = SoftHsm.make();
  const rooms = hsm.token('rooms');
  hsm.import(hsm.token('outer', '99887766'), privateKey);
  vault = await Pkcs11Vault.open({ ...rooms, clock: { now: () => Date.now() as Instant } });
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  settings = {
    // oxlint-disable-next-line node/no-process-env -- SoftHSM finds its configuration by it
    SOFTHSM2_CONF: process.env.SOFTHSM2_CONF ?? '',
    STRONGROOM_DATA_DIR: folder,
    STRONGROOM_KEYS: 'pkcs11',
    STRONGROOM_PKCS11_LIBRARY: rooms.library,
    STRONGROOM_PKCS11_TOKEN: 'rooms',
    STRONGROOM_PKCS11_PIN_FILE: await file('rooms.pin', `${rooms.pin}\n`),
    STRONGROOM_KEYS_OUTER: await file('outer.pem', publicKey),
  };
  await file('outer.pin', '99887766\n');
  await file('private.pem', privateKey);
});
afterAll(() => {
  vault?.close();
  hsm?.end();
});

const wrapped = async (layered: boolean) => {
  const outer = layered ? new OuterLayer(vault, readOuterKey(publicKey, 'sha1')) : vault;
  return outer.wrapNewDataKey(await outer.createKey(ROOM), FILE);
};
const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  strongroomAdmin(args, { env: { ...settings, ...environment } });

describe('keys unwrap', () => {
  const holders: readonly (readonly [string, () => readonly string[]])[] = [
    ['a file', () => ['--outer-key', join(folder, 'private.pem')]],
    ['a token', () => ['--outer-token', 'outer', '--outer-pin-file', join(folder, 'outer.pin')]],
  ];
  test.each(holders)('unwraps a key in a token with the private key of the outer layer in %s', async (_, options) => {
    const { wrappedDek, kmsKeyId } = await wrapped(true);
    const { code, out, err } = await run(['keys', 'unwrap', ...options(), wrappedDek, kmsKeyId]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(Buffer.from(out, 'base64')).toHaveLength(32);
  });

  test('unwraps a key in a token without an outer layer', async () => {
    const { wrappedDek, kmsKeyId } = await wrapped(false);
    const { out } = await run(['keys', 'unwrap', wrappedDek, kmsKeyId]);
    expect(Buffer.from(out, 'base64')).toHaveLength(32);
  });

  test('refuses an outer layer without its private key, and names the options', async () => {
    const { wrappedDek, kmsKeyId } = await wrapped(true);
    const { code, out, err } = await run(['keys', 'unwrap', wrappedDek, kmsKeyId]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('--outer-key or --outer-token');
  });

  test('refuses a wrong PIN without printing it', async () => {
    const { wrappedDek, kmsKeyId } = await wrapped(false);
    await writeFile(join(folder, 'wrong.pin'), '11112222');
    const { code, err } = await run(['keys', 'unwrap', wrappedDek, kmsKeyId], {
      STRONGROOM_PKCS11_PIN_FILE: join(folder, 'wrong.pin'),
    });
    expect(code).toBe(1);
    expect(err).toContain('CKR_PIN_INCORRECT; correct the file of the PIN (token rooms)');
    expect(err).not.toContain('11112222');
  });

  test('names the settings that are missing', async () => {
    const { wrappedDek, kmsKeyId } = await wrapped(false);
    const { err } = await run(['keys', 'unwrap', wrappedDek, kmsKeyId], { STRONGROOM_PKCS11_TOKEN: '' });
    expect(err).toBe('strongroom-admin: this key is in a token: set STRONGROOM_PKCS11_TOKEN.\n');
  });
});

describe('doctor', () => {
  const findings = async (environment: Readonly<Record<string, string>> = {}) => {
    const { out } = await run(['doctor', '--json'], environment);
    const { checks } = JSON.parse(out) as { checks: { check: string; status: string; text: string }[] };
    return Object.fromEntries(checks.map(({ check, status, text }) => [check, `${status}: ${text}`]));
  };

  test('passes with a usable token and without a keyring', async () => {
    const found = await findings();
    expect(found.token).toMatch(/^ok: rooms, /);
    expect(found['outer layer']).toBe(`ok: ${join(folder, 'outer.pem')}`);
    expect(found['PIN file']).toBe('ok: for the owner only');
    expect(found).not.toHaveProperty('keys');
  });

  test('warns where the PIN can decrypt, and where others can read it', async () => {
    await chmod(join(folder, 'rooms.pin'), 0o644);
    const found = await findings({ STRONGROOM_KEYS_OUTER: 'none' });
    expect(found['outer layer']).toBe('warn: none: the PIN of this service can decrypt');
    expect(found['PIN file']).toMatch(/^warn: .+ has mode 0?644$/);
  });

  test('accepts a mounted file of a PIN that belongs to another user and to the group of the service', async () => {
    if (process.getuid?.() !== 0) return;
    const pin = join(folder, 'rooms.pin');
    await chmod(pin, 0o440);
    expect((await findings())['PIN file']).toMatch(/^warn: .+ has mode 0?440$/);
    await chown(pin, 10_001, 0);
    expect((await findings())['PIN file']).toBe('ok: for the owner only');
    await chmod(pin, 0o444);
    expect((await findings())['PIN file']).toMatch(/^warn: .+ has mode 0?444$/);
  });

  test.each([
    [{ STRONGROOM_PKCS11_TOKEN: 'romos' }, 'fail: the library shows no token with the label romos, but '],
    [{ STRONGROOM_PKCS11_LIBRARY: '' }, 'fail: STRONGROOM_PKCS11_LIBRARY missing'],
    [{ STRONGROOM_PKCS11_PIN_FILE: '/nowhere/pin' }, 'fail: /nowhere/pin cannot be read (ENOENT)'],
  ])('fails for inconsistent settings (%j)', async (environment, text) => {
    expect((await findings(environment)).token).toContain(text);
  });
});
