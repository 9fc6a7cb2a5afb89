import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OuterLayer, readOuterKey } from '@strongroom/adapter-outer-layer';
import type { FileId, OrgId, RoomId } from '@strongroom/domain';
import { SoftHsm } from '@strongroom/test-servers/soft-hsm';
import { readSettings } from '../src/config/settings.ts';
import { aClient, type Client, Setting, type WrappedFileKey } from './setting.ts';

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const [old, current, strange] = [pair(), pair(), pair()];

let setting: Setting;
let client: Client;
beforeAll(async () => {
  setting = await Setting.start();
  client = aClient();
});
afterAll(() => setting.end());

/** The key service again, with other settings. */
async function restarted(settings: Readonly<Record<string, string>>): Promise<void> {
  await setting.stop();
  await setting.open(settings);
}

/** A file whose wrapped key the room service has wrapped once more. Tokens of SoftHSM know OAEP with SHA-1 alone. */
async function layered(
  { publicKey }: Readonly<{ publicKey: string }>,
  hash: 'sha1' | 'sha256',
): Promise<WrappedFileKey> {
  const vault = new OuterLayer(setting.keyring, readOuterKey(publicKey, hash));
  const [org, room, file] = [setting.org, randomUUID(), randomUUID()];
  const binding = { orgId: org as OrgId, roomId: room as RoomId, fileId: file as FileId };
  const kmsKeyId = await vault.createKey(binding);
  return { org, room, file, kmsKeyId, wrappedDek: (await vault.wrapNewDataKey(kmsKeyId, binding)).wrappedDek };
}

async function asked(wrapped: WrappedFileKey): Promise<Readonly<{ code: string; message?: string }>> {
  const grant = setting.grant(wrapped, client);
  const { json } = await setting.post('/v1/unwrap', { grant, wrapped_dek: wrapped.wrappedDek, client_key: client.jwk });
  return json.error ?? { code: 'RELEASED' };
}

const RELEASED = { code: 'RELEASED' };
const MISSING = {
  code: 'WRAPPED_KEY_MISMATCH',
  message:
    'The key of this file is wrapped for an outer key that this key service does not have. Its operator has to add that key.',
};

const problemsOf = (settings: Readonly<Record<string, string>>): readonly string[] => {
  const read = readSettings(settings);
  return 'problems' in read ? read.problems : [];
};

/** The private keys in files of the setting, as a value of the setting. */
const filesOf = (...keys: readonly Readonly<{ privateKey: string }>[]): string =>
  keys
    .map(({ privateKey }, index) => {
      const path = join(setting.folder, `outer-${index}.pem`);
      writeFileSync(path, privateKey);
      return path;
    })
    .join(', ');

describe('private keys of the outer layer in files', () => {
  test('open what is wrapped for one of them, and keys from before the layer', async () => {
    await restarted({ STRONGROOM_KEY_SERVICE_OUTER_KEYS: filesOf(old, current) });
    for (const one of [old, current]) expect(await asked(await layered(one, 'sha256'))).toEqual(RELEASED);
    expect(await asked(await setting.aFile())).toEqual(RELEASED);
  });

  test.each([
    ['another key', () => ({ STRONGROOM_KEY_SERVICE_OUTER_KEYS: filesOf(old) })],
    ['no key at all', () => ({})],
  ])('with %s, the refusal and a warning say that the outer key is missing', async (_, settings) => {
    await restarted(settings());
    setting.logged.length = 0;
    expect(await asked(await layered(current, 'sha256'))).toMatchObject(MISSING);
    const warnings = setting.logged.filter((line) => JSON.parse(line).level === 'warn');
    expect(warnings).toEqual([
      expect.stringContaining('"message":"a wrapped key is for an outer key that this key service does not have"'),
    ]);
    expect((await setting.record()).find(({ rule }) => rule === 'outer-key-missing')).toBeDefined();
  });

  test('refuse a changed layer as a wrapped key that does not fit', async () => {
    await restarted({ STRONGROOM_KEY_SERVICE_OUTER_KEYS: filesOf(current) });
    const file = await layered(current, 'sha256');
    const bytes = Buffer.from(file.wrappedDek, 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(await asked({ ...file, wrappedDek: bytes.toString('base64') })).toMatchObject({
      code: 'WRAPPED_KEY_MISMATCH',
      message: 'The wrapped key is not the one that the grant is for.',
    });
  });

  test('stop the start where none is named, or a file is none', async () => {
    expect(problemsOf({ STRONGROOM_KEYS_OUTER: 'public.pem' })).toEqual([
      expect.stringContaining('name the files of its private keys in STRONGROOM_KEY_SERVICE_OUTER_KEYS, or the token'),
    ]);
    const path = join(setting.folder, 'no-key.pem');
    writeFileSync(path, current.publicKey);
    await expect(restarted({ STRONGROOM_KEY_SERVICE_OUTER_KEYS: path })).rejects.toThrow('not a private RSA key');
    await setting.open({});
  });
});

describe('private keys of the outer layer in a token', () => {
  let hsm: SoftHsm;
  let settings: Readonly<Record<string, string>>;
  beforeAll(() => {
    hsm = SoftHsm.make();
    const { library, token, pin } = hsm.token('outer');
    hsm.import({ token, pin }, old.privateKey, 'old');
    hsm.import({ token, pin }, current.privateKey, 'current', '02');
    const pinFile = join(hsm.folder, 'pin');
    writeFileSync(pinFile, `${pin}\n`, { mode: 0o600 });
    settings = {
      STRONGROOM_PKCS11_LIBRARY: library,
      STRONGROOM_KEYS_OUTER: 'public.pem',
      STRONGROOM_KEY_SERVICE_OUTER_TOKEN: token,
      STRONGROOM_KEY_SERVICE_OUTER_PIN_FILE: pinFile,
    };
  });
  afterAll(() => hsm.end());

  test('open what is wrapped for one of them, beside those in files', async () => {
    await restarted({ ...settings, STRONGROOM_KEY_SERVICE_OUTER_KEYS: filesOf(strange) });
    for (const one of [old, current]) expect(await asked(await layered(one, 'sha1'))).toEqual(RELEASED);
    expect(await asked(await layered(strange, 'sha256'))).toEqual(RELEASED);
    expect(await asked(await setting.aFile())).toEqual(RELEASED);
    await restarted(settings);
    expect(await asked(await layered(strange, 'sha1'))).toMatchObject(MISSING);
  });

  test('are an outage if the token is gone', async () => {
    const file = await layered(current, 'sha1');
    const ready = async (): Promise<number> => (await fetch(`${setting.url}/readyz`)).status;
    await restarted(settings);
    expect(await ready()).toBe(200);
    hsm.util('--delete-token', '--token', 'outer');
    // Readiness is remembered for a moment.
    for (let tries = 0; tries < 100 && (await ready()) === 200; tries++) await once(AbortSignal.timeout(50), 'abort');
    expect(await ready()).toBe(503);
    expect(await asked(file)).toMatchObject({ code: 'KEY_STORE_UNAVAILABLE' });
  });

  test('stop the start with a wrong PIN, and leave no process behind', async () => {
    const other = hsm.token('other');
    const pinFile = join(hsm.folder, 'wrong-pin');
    writeFileSync(pinFile, '00001111', { mode: 0o600 });
    const wrong = { STRONGROOM_KEY_SERVICE_OUTER_TOKEN: other.token, STRONGROOM_KEY_SERVICE_OUTER_PIN_FILE: pinFile };
    const error = await restarted({ ...settings, ...wrong }).catch((fault: unknown) => fault);
    expect(error).toMatchObject({ message: expect.stringContaining('correct the file of the PIN') });
    await setting.open({});
  });

  test.each([
    [{ STRONGROOM_KEY_SERVICE_OUTER_TOKEN: 'outer' }, ['OUTER_PIN_FILE is missing', 'OUTER_LIBRARY is missing']],
    [{ STRONGROOM_KEY_SERVICE_OUTER_PIN_FILE: 'pin' }, ['OUTER_PIN_FILE means nothing without']],
  ])('need their settings: %j', (given, sentences) => {
    expect(problemsOf(given)).toEqual(sentences.map((sentence) => expect.stringContaining(sentence)));
  });
});
