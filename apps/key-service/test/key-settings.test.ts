import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OuterLayer, readOuterKey } from '@strongroom/adapter-outer-layer';
import type { FileId, GrantClaims, OrgId, RoomId } from '@strongroom/domain';
import { readSettings } from '../src/config/settings.ts';
import { aClient, type Client, Setting, type Wrapped } from './setting.ts';

let setting: Setting;
let client: Client;

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

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

async function asked(wrapped: Wrapped, claims: Partial<GrantClaims> = {}): Promise<string> {
  const body = {
    grant: setting.grant(wrapped, client, claims),
    wrapped_dek: wrapped.wrappedDek,
    client_key: client.jwk,
  };
  const { json } = await setting.post('/v1/unwrap', body);
  return json.error?.code ?? 'RELEASED';
}

const problemsOf = (settings: Readonly<Record<string, string>>): readonly string[] => {
  const read = readSettings(settings);
  return 'problems' in read ? read.problems : [];
};

describe('wrapped keys with an outer layer', () => {
  const [right, other] = [pair(), pair()];

  /** A file whose wrapped key the room service has wrapped once more. */
  async function layered(): Promise<Wrapped> {
    const vault = new OuterLayer(setting.keyring, readOuterKey(right.publicKey, 'sha256'));
    const [org, room, file] = [setting.org, randomUUID(), randomUUID()];
    const binding = { orgId: org as OrgId, roomId: room as RoomId, fileId: file as FileId };
    const kmsKeyId = await vault.createKey(binding);
    return { org, room, file, kmsKeyId, wrappedDek: (await vault.wrapNewDataKey(kmsKeyId, binding)).wrappedDek };
  }

  test('are opened with one of the private keys, and so are keys from before the layer', async () => {
    const paths = [other, right].map(({ privateKey }, index) => {
      const path = join(setting.folder, `outer-${index}.pem`);
      writeFileSync(path, privateKey);
      return path;
    });
    await restarted({ STRONGROOM_KEY_SERVICE_OUTER_KEYS: paths.join(', ') });
    expect(await asked(await layered())).toBe('RELEASED');
    expect(await asked(await setting.aFile())).toBe('RELEASED');
    await restarted({ STRONGROOM_KEY_SERVICE_OUTER_KEYS: paths[0] ?? '' });
    expect(await asked(await layered())).toBe('WRAPPED_KEY_MISMATCH');
    await restarted({});
    expect(await asked(await layered())).toBe('WRAPPED_KEY_MISMATCH');
  });

  test('stop the start where no private key is named, or a file is none', async () => {
    expect(problemsOf({ STRONGROOM_KEYS_OUTER: 'public.pem' })).toEqual([
      expect.stringContaining('name the files of its private keys in STRONGROOM_KEY_SERVICE_OUTER_KEYS'),
    ]);
    const path = join(setting.folder, 'no-key.pem');
    writeFileSync(path, right.publicKey);
    await expect(restarted({ STRONGROOM_KEY_SERVICE_OUTER_KEYS: path })).rejects.toThrow('not a private RSA key');
    await setting.open({});
  });
});

describe('a link without a key in its address', () => {
  const link = { sub: `share:${randomUUID()}` };

  test('opens nothing by default, and files up to the label of the setting with it', async () => {
    expect(await asked(await setting.aFile(), link)).toBe('POLICY_DENIED');
    await restarted({ STRONGROOM_KEY_SERVICE_LINKS: 'C2' });
    expect(await asked(await setting.aFile(), link)).toBe('RELEASED');
    expect(await asked(await setting.aFile(), { ...link, label: 'C3' })).toBe('POLICY_DENIED');
  });

  test.each([
    ['a label that there is not', { STRONGROOM_KEY_SERVICE_LINKS: 'C9' }, /must be a label of STRONGROOM_LABELS/],
    [
      'a label where people prove themselves',
      { STRONGROOM_KEY_SERVICE_LINKS: 'C1', STRONGROOM_KEY_SERVICE_PROOF: 'device' },
      /has to be none in the mode device/,
    ],
  ])('is refused as a setting with %s', (_, settings, sentence) => {
    expect(problemsOf(settings)).toEqual([expect.stringMatching(sentence)]);
  });
});
