import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { grantSigner, signingKeyFrom } from '@strongroom/adapter-local';
import type { KeyPerson } from '@strongroom/domain';
import type { SigningKey } from '@strongroom/ports';
import { aClient, type Client, Setting, textOf, type WrappedFileKey } from './setting.ts';

let setting: Setting;
let files: readonly WrappedFileKey[];
let person: KeyPerson;
let thief: Client;

/** How a person proves themself in a mode, and what a thief of the room service can make of it. */
type Mode = Readonly<{
  start: () => Promise<Setting>;
  /** A person, who helps the client with a proof for a grant. */
  someone: () => Promise<Readonly<{ person: KeyPerson; helps: (grant: string, client: Client) => object }>>;
  /** Proofs that a thief with the grant key and the database of the room service makes up. */
  forged: (grant: string) => readonly object[];
}>;

const aKey = (): SigningKey => signingKeyFrom(randomBytes(32).toString('base64url'));

const MODES: readonly (readonly [string, Mode])[] = [
  [
    'device',
    {
      start: () => Setting.start({ STRONGROOM_KEY_SERVICE_PROOF: 'device' }),
      someone: async () => {
        const device = await setting.enrol();
        return { person: device.person, helps: (grant) => ({ device: setting.proof(device, grant) }) };
      },
      forged: (grant) => {
        const own = { id: randomUUID(), person, privateKey: thief.privateKey };
        return [
          { device: setting.proof(own, grant) },
          // The room service signs for itself only.
          { device: grant },
        ];
      },
    },
  ],
  [
    'oidc',
    {
      start: () => Setting.withProvider(),
      someone: async () => {
        const found = { iss: setting.provider.issuer, id: 'ada' };
        return { person: found, helps: (_, client) => ({ person: setting.personProof({ client, person: found }) }) };
      },
      forged: (grant) => [
        { person: setting.personProof({ client: thief, person }, {}, aKey()) },
        { person: grant },
        { person: setting.personProof({ client: thief, person }, { header: { kid: setting.signer.thumbprint } }) },
      ],
    },
  ],
];

const releases = async (): Promise<number> =>
  (await setting.record()).filter(({ type }) => type === 'key.released').length;

const ask = async (grant: string, file: WrappedFileKey, proof: object = {}, client = thief): Promise<string> => {
  const body = { grant, wrapped_dek: file.wrappedDek, client_key: client.jwk, ...proof };
  const { json } = await setting.post('/v1/unwrap', body);
  return json.error?.code ?? 'RELEASED';
};

describe.each(MODES)('in the mode %s', (_, mode) => {
  let helps: (grant: string, client: Client) => object;

  beforeAll(async () => {
    setting = await mode.start();
    files = await Promise.all(Array.from({ length: 5 }, () => setting.aFile()));
    ({ person, helps } = await mode.someone());
    thief = aClient();
  });
  afterAll(() => setting.end());

  describe('a thief with the grant key and the database of the room service', () => {
    test('gets no key without the proof of a person, whatever the grants say', async () => {
      for (const file of files)
        for (const claims of [{}, { person }, { person: { iss: person.iss, id: randomUUID() } }]) {
          const grant = setting.grant(file, thief, claims);
          expect(await ask(grant, file)).toBe('PERSON_INVALID');
          for (const proof of mode.forged(grant)) expect(await ask(grant, file, proof)).toBe('PERSON_INVALID');
        }
      expect(await releases()).toBe(0);
    });

    test('gets no key with the proof that a person made for their own client', async () => {
      const [file] = files;
      if (file === undefined) throw new Error('there is no file');
      const mine = aClient();
      const earlier = setting.grant(file, mine, { person });
      const proof = helps(earlier, mine);
      const forged = setting.grant(file, thief, { person });
      expect(await ask(forged, file, proof)).toBe('PERSON_INVALID');
      // A replay of both is refused too: the grant is for the key of the person's client.
      expect(await ask(earlier, file, proof)).toBe('GRANT_INVALID');
      expect(await releases()).toBe(0);
    });

    test('gets what is asked for by a person who helps, and every release is in the record', async () => {
      for (const file of files) {
        const grant = setting.grant(file, thief, { person });
        expect(await ask(grant, file, helps(grant, thief))).toBe('RELEASED');
      }
      expect(await releases()).toBe(files.length);
    });
  });

  describe('a thief with the keys of the key service', () => {
    test('can sign no grant, and so gets no key as any person', async () => {
      const before = await releases();
      const stolen = grantSigner(setting.answerKey);
      const [file] = files;
      if (file === undefined) throw new Error('there is no file');
      const grant = stolen.sign(setting.claims(file, thief, { person }), file.wrappedDek);
      expect(await ask(grant, file, helps(grant, thief))).toBe('GRANT_INVALID');
      expect(await releases()).toBe(before);
    });

    test('finds no wrapped key and no code beside them', () => {
      const stored = ['record.db', 'record.db-wal'].map((name) => textOf(setting, 'key-service', name)).join('');
      for (const { wrappedDek } of files) {
        expect(stored).not.toContain(wrappedDek);
        expect(stored).not.toContain(Buffer.from(wrappedDek, 'base64').toString('latin1'));
      }
    });
  });
});

describe('a thief with the room service and the password of a person', () => {
  beforeAll(async () => {
    setting = await Setting.withProvider();
    thief = aClient();
  });
  afterAll(() => setting.end());

  test('gets no key of a label whose policy asks for more, from anywhere, and every attempt is in the record', async () => {
    await setting.stop();
    const labels = { C2: { acr: ['strong'] }, C3: { networks: ['10.0.0.0/8'] } };
    await setting.open({ ...setting.more, STRONGROOM_KEY_SERVICE_POLICY: setting.policy(labels) });
    const found = { iss: setting.provider.issuer, id: 'ada' };
    const file = await setting.aFile();
    const answer = async (how: object, claims: object): Promise<string> => {
      const grant = setting.grant(file, thief, { person: found, ...claims });
      return ask(grant, file, { person: setting.personProof({ client: thief, person: found, ...how }) });
    };
    expect(await answer({ acr: 'weak' }, {})).toBe('STEP_UP_REQUIRED');
    expect(await answer({ acr: 'strong' }, {})).toBe('RELEASED');
    // The highest label of the room is kept, so a grant with a lower one does not help.
    expect(await answer({ acr: 'weak' }, { label: 'C1', room_label: 'C1' })).toBe('POLICY_DENIED');
    expect(await answer({ acr: 'strong' }, { label: 'C3' })).toBe('POLICY_DENIED');
    const refused = (await setting.record()).filter(({ type }) => type === 'key.refused');
    expect(new Set(refused.map(({ rule }) => rule))).toEqual(new Set(['acr', 'network', 'room-label-kept']));
    expect(refused).toHaveLength(3);
  });
});

describe('a thief without a code of the operator', () => {
  test('cannot enrol a device', async () => {
    setting = await Setting.start({ STRONGROOM_KEY_SERVICE_PROOF: 'device' });
    const body = { code: 'A'.repeat(43), public_key: aClient().jwk, name: '' };
    expect((await setting.post('/v1/devices', body)).json.error?.code).toBe('DEVICE_NOT_FOUND');
    await setting.end();
  });
});
