import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { grantSigner, signingKeyFrom } from '@strongroom/adapter-local';
import { aClient, type Client, type Device, Setting, type Wrapped } from './setting.ts';

let setting: Setting;
let files: readonly Wrapped[];
let person: Device;
let thief: Client;

beforeAll(async () => {
  setting = await Setting.start({ STRONGROOM_KEY_SERVICE_PROOF: 'device' });
  files = await Promise.all(Array.from({ length: 5 }, () => setting.aFile()));
  person = await setting.enrol();
  thief = aClient();
});
afterAll(() => setting.end());

const releases = async (): Promise<number> =>
  (await setting.record()).filter(({ type }) => type === 'key.released').length;

const ask = async (grant: string, file: Wrapped, device?: string): Promise<string> => {
  const body = { grant, wrapped_dek: file.wrappedDek, client_key: thief.jwk, device };
  const { json } = await setting.post('/v1/unwrap', body);
  return json.error?.code ?? 'RELEASED';
};

describe('a thief with the grant key and the database of the room service', () => {
  test('gets no key without the proof of a person, whatever the grants say', async () => {
    const own = { id: randomUUID(), person: person.person, privateKey: thief.privateKey };
    for (const file of files)
      for (const claims of [{}, { person: person.person }, { person: { iss: setting.url, id: randomUUID() } }]) {
        const grant = setting.grant(file, thief, claims);
        expect(await ask(grant, file)).toBe('PERSON_INVALID');
        expect(await ask(grant, file, setting.proof(own, grant))).toBe('PERSON_INVALID');
        expect(await ask(grant, file, setting.proof({ ...own, id: person.id }, grant))).toBe('PERSON_INVALID');
        // The room service signs for itself only.
        expect(await ask(grant, file, grant)).toBe('PERSON_INVALID');
      }
    expect(await releases()).toBe(0);
  });

  test('gets no key with the proof of a person for an earlier grant', async () => {
    const [file] = files;
    if (file === undefined) throw new Error('there is no file');
    const mine = aClient();
    const earlier = setting.grant(file, mine, { person: person.person });
    const proof = setting.proof(person, earlier);
    const forged = setting.grant(file, thief, { person: person.person });
    expect(await ask(forged, file, proof)).toBe('PERSON_INVALID');
    // A replay of both is refused too: the grant is for the key of the person's client.
    expect(await ask(earlier, file, proof)).toBe('GRANT_INVALID');
    expect(await releases()).toBe(0);
  });

  test('cannot enrol a device', async () => {
    const body = { code: 'A'.repeat(43), public_key: thief.jwk, name: '' };
    expect((await setting.post('/v1/devices', body)).json.error?.code).toBe('DEVICE_NOT_FOUND');
  });

  test('gets what is asked for by a person who helps, and every release is in the record', async () => {
    for (const file of files) {
      const grant = setting.grant(file, thief, { person: person.person });
      expect(await ask(grant, file, setting.proof(person, grant))).toBe('RELEASED');
    }
    expect(await releases()).toBe(files.length);
  });
});

describe('a thief with the keys of the key service', () => {
  test('can sign no grant', async () => {
    const before = await releases();
    const seed = readFileSync(join(setting.folder, 'key-service/keys/answers.key'), 'utf8').trim();
    const stolen = grantSigner(signingKeyFrom(seed));
    const [file] = files;
    if (file === undefined) throw new Error('there is no file');
    const grant = stolen.sign(setting.claims(file, thief, { person: person.person }), file.wrappedDek);
    expect(await ask(grant, file, setting.proof(person, grant))).toBe('GRANT_INVALID');
    expect(await releases()).toBe(before);
  });

  test('finds no wrapped key and no code beside them', () => {
    const folder = join(setting.folder, 'key-service');
    const stored = ['record.db', 'record.db-wal'].map((name) => readFileSync(join(folder, name), 'latin1')).join('');
    for (const { wrappedDek } of files) {
      expect(stored).not.toContain(wrappedDek);
      expect(stored).not.toContain(Buffer.from(wrappedDek, 'base64').toString('latin1'));
    }
  });
});
