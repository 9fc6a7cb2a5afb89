import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { signingKeyFrom } from '@strongroom/adapter-local';
import { WEEKDAYS } from '@strongroom/domain';
import { eachIsRefused, expectOrderOfChecks, prepareRows } from './check-matrix.ts';
import { type CheckRow, now, ROWS, requestWith, rowSetting, send } from './check-rows.ts';
import { aClient, type Device, Setting } from './setting.ts';

const ISSUER = 'https://id.example.com';
const FORWARDED = 'x-forwarded-for';

const folder = mkdtempSync(join(tmpdir(), 'strongroom-policy-'));
const ALL_DAY = { zone: 'UTC', days: WEEKDAYS, from: '00:00', until: '24:00' };
/** Neither now nor soon. */
const ANOTHER_DAY = { ...ALL_DAY, days: [WEEKDAYS[(new Date().getUTCDay() + 2) % 7]] };
const POLICY = {
  version: 1,
  labels: {
    C1: { acr: ['strong', 'stronger'], amr: ['pwd', 'otp'], networks: ['127.0.0.0/8', '::1'], hours: [ALL_DAY] },
    C3: { device: true },
    C4: { hours: [ANOTHER_DAY] },
  },
};

beforeAll(async () => {
  const file = join(folder, 'policy.json');
  writeFileSync(file, JSON.stringify(POLICY));
  await prepareRows(
    await Setting.withProvider({
      STRONGROOM_KEY_SERVICE_POLICY: file,
      STRONGROOM_KEY_SERVICE_TRUSTED_PROXIES: '1',
    }),
  );
  rowSetting.person = {
    client: rowSetting.client,
    person: { iss: ISSUER, id: 'anna' },
    acr: 'strong',
    amr: ['otp', 'pwd'],
  };
  rowSetting.device = await rowSetting.setting.enrol(rowSetting.person.person);
  others = await rowSetting.setting.enrol({ iss: ISSUER, id: 'bob' });
  rowSetting.headers = { [FORWARDED]: '127.0.0.1' };
});
afterAll(async () => {
  await rowSetting.setting.end();
  rmSync(folder, { recursive: true });
});

const unproven = { code: 'PERSON_INVALID', status: 401 };
const mismatched = { code: 'PERSON_MISMATCH', status: 403 };
const claims = (changed: Readonly<Record<string, unknown>>) => ({ proof: () => ({ claims: changed }) });
const header = (changed: Readonly<Record<string, unknown>>) => ({ proof: () => ({ header: changed }) });
const another = signingKeyFrom(randomBytes(32).toString('base64url'));

/** Between the wrapped key and the policy. */
const PERSON_ROWS: readonly CheckRow[] = [
  { fails: 'the proof, which is missing', ...unproven, rule: 'person-missing', proof: () => null },
  { fails: 'the form of the proof', ...unproven, rule: 'person-form', proof: () => ({ text: 'a.b' }) },
  { fails: 'the length of the proof', ...unproven, rule: 'person-form', proof: () => ({ text: 'x'.repeat(5000) }) },
  { fails: 'the typ of the proof', ...unproven, rule: 'person-typ', ...header({ typ: 'strongroom-grant+jwt' }) },
  { fails: 'the typ of the proof, that of the provider', ...unproven, rule: 'person-typ', ...header({ typ: 'JWT' }) },
  { fails: 'the typ of the proof, a link', ...unproven, rule: 'person-typ', ...header({ typ: 'strongroom-link+jwt' }) },
  { fails: 'the alg of the proof', ...unproven, rule: 'person-header', ...header({ alg: 'none' }) },
  { fails: 'the header of the proof, which has more', ...unproven, rule: 'person-header', ...header({ jwk: {} }) },
  {
    fails: 'the kid of the proof, which is that of the room service',
    ...unproven,
    rule: 'person-kid',
    proof: () => ({ header: { kid: rowSetting.setting.signer.thumbprint } }),
  },
  { fails: 'the signature of the proof', ...unproven, rule: 'person-signature', proof: () => ({ signer: another }) },
  { fails: 'the claims of the proof', ...unproven, rule: 'person-claims', ...claims({ cnf: undefined }) },
  { fails: 'the person of the proof', ...unproven, rule: 'person-claims', ...claims({ idp: { iss: ISSUER } }) },
  { fails: 'the times of the proof', ...unproven, rule: 'person-claims', ...claims({ exp: undefined }) },
  { fails: 'the issuer of the proof', ...unproven, rule: 'person-issuer', ...claims({ iss: ISSUER }) },
  { fails: 'the audience of the proof', ...unproven, rule: 'person-audience', ...claims({ aud: 'https://x.example' }) },
  {
    fails: 'the life of the proof',
    ...unproven,
    rule: 'person-life',
    proof: () => ({ claims: { iat: now(), exp: now() + 901 } }),
  },
  {
    fails: 'the beginning of the proof',
    ...unproven,
    rule: 'person-not-yet',
    proof: () => ({ claims: { iat: now() + 90, exp: now() + 120 } }),
  },
  {
    fails: 'the end of the proof',
    code: 'PERSON_EXPIRED',
    status: 401,
    rule: 'person-expired',
    proof: () => ({ claims: { iat: now() - 901, exp: now() - 1 } }),
  },
  {
    fails: 'the client of the proof',
    ...unproven,
    rule: 'person-client',
    proof: () => ({ claims: { cnf: { jkt: aClient().jkt } } }),
  },
  {
    fails: 'the grant, which names no person',
    ...mismatched,
    rule: 'person-granted',
    claims: () => ({ person: undefined }),
  },
  {
    fails: 'the grant, which is for a link',
    ...mismatched,
    rule: 'person-granted',
    claims: () => ({ person: undefined, sub: `share:${randomUUID()}` }),
  },
  {
    fails: 'the person, who is another one',
    ...mismatched,
    rule: 'same-person',
    claims: () => ({ person: { iss: ISSUER, id: 'bob' } }),
  },
  {
    fails: 'the person, whose issuer is another one',
    ...mismatched,
    rule: 'same-person',
    claims: () => ({ person: { iss: rowSetting.setting.url, id: 'anna' } }),
  },
  {
    fails: 'the fields, of which one is no proof of a device',
    code: 'VALIDATION_ERROR',
    status: 400,
    rule: null,
    body: () => ({ device: 1 }),
  },
];

const stepUp = { code: 'STEP_UP_REQUIRED', status: 403 };
const deviceless = { code: 'DEVICE_REQUIRED', status: 403 };
const denied = { code: 'POLICY_DENIED', status: 403 };

/** The proxy, whose own address is in the network, does not say that of the caller. */
const unsaid = (forwarded: string) => ({ ...denied, rule: 'network', headers: { [FORWARDED]: forwarded } });

/** A label that asks for a device on top. */
const ofC3 = { claims: () => ({ label: 'C3' }) };
/** A device of another person of the provider. */
let others: Device;

/** After the label. */
const POLICY_ROWS: readonly CheckRow[] = [
  { fails: 'the acr', ...stepUp, rule: 'acr', ...claims({ acr: 'weak' }) },
  { fails: 'the acr, which is missing', ...stepUp, rule: 'acr', ...claims({ acr: null }) },
  { fails: 'the acr, which is a list', ...stepUp, rule: 'acr', ...claims({ acr: ['strong'] }) },
  { fails: 'the amr', ...stepUp, rule: 'amr', ...claims({ amr: ['pwd'] }) },
  { fails: 'the amr, which is missing', ...stepUp, rule: 'amr', ...claims({ amr: undefined }) },
  { fails: 'the amr, which is a text', ...stepUp, rule: 'amr', ...claims({ amr: 'pwd otp' }) },
  { fails: 'the device, which is missing', ...deviceless, rule: 'device', ...ofC3, onTop: () => null },
  {
    fails: 'the form of the proof of the device',
    ...deviceless,
    rule: 'device-form',
    ...ofC3,
    onTop: () => ({ text: 'a.b' }),
  },
  {
    fails: 'the typ of the proof of the device',
    ...deviceless,
    rule: 'device-typ',
    ...ofC3,
    onTop: () => ({ header: { typ: 'strongroom-person+jwt' } }),
  },
  {
    fails: 'the device, which is unknown',
    ...deviceless,
    rule: 'device-unknown',
    ...ofC3,
    onTop: () => ({ header: { kid: randomUUID() } }),
  },
  {
    fails: 'the signature of the device',
    ...deviceless,
    rule: 'device-signature',
    ...ofC3,
    onTop: () => ({ key: aClient().privateKey }),
  },
  {
    fails: 'the end of the proof of the device',
    ...deviceless,
    rule: 'device-expired',
    ...ofC3,
    onTop: () => ({ claims: { iat: now() - 361, exp: now() - 301 } }),
  },
  {
    fails: 'the grant of the proof of the device',
    ...deviceless,
    rule: 'device-covers',
    ...ofC3,
    onTop: () => ({ covered: 'another grant' }),
  },
  {
    fails: 'the person of the device, who is another one',
    ...deviceless,
    rule: 'device-person',
    ...ofC3,
    onTop: () => ({ device: others }),
  },
  { fails: 'the network', ...denied, rule: 'network', headers: { [FORWARDED]: '192.0.2.1' } },
  { fails: 'the network, of IPv6', ...denied, rule: 'network', headers: { [FORWARDED]: '2001:db8::1' } },
  {
    fails: 'the network, by a proxy without trust',
    ...denied,
    rule: 'network',
    headers: { [FORWARDED]: '127.0.0.1, 192.0.2.1' },
  },
  { fails: 'the network, by a proxy that says no address', ...unsaid('127.0.0.1, unknown') },
  { fails: 'the network, by a proxy that says nothing', ...unsaid('') },
  { fails: 'the hours', ...denied, rule: 'hours', claims: () => ({ label: 'C4' }) },
];

const ALL = [...ROWS.filter(({ fails }) => fails !== 'the policy of links'), ...PERSON_ROWS, ...POLICY_ROWS];

describe('the checks of a key request with the proof of a person who signed in', () => {
  test('let a request pass that fails none, and record the person', async () => {
    expect(await send(requestWith([]))).toMatchObject({ status: 200 });
    const [event] = await rowSetting.setting.record();
    expect(event).toMatchObject({
      type: 'key.released',
      data: { device: rowSetting.device?.id, person_iss: ISSUER, person_id: 'anna' },
    });
  });

  test('ask for a device where the label does, and count no proof that is refused', async () => {
    const answer = async (row: Parameters<typeof requestWith>[0][number]) => (await send(requestWith([row]))).status;
    expect(await answer({ ...ofC3 })).toBe(200);
    expect((await rowSetting.setting.record())[0]?.data['device']).toBe(rowSetting.device?.id);
    expect(await answer({ onTop: () => null })).toBe(200);
    expect(await answer({ onTop: () => ({ text: 'a.b' }) })).toBe(200);
    expect((await rowSetting.setting.record())[0]?.data['device']).toBeNull();
  });

  test('let a request pass whose proxy adds the port of the caller', async () => {
    expect(await send(requestWith([{ headers: { [FORWARDED]: '192.0.2.1, 127.0.0.1:51234' } }]))).toMatchObject({
      status: 200,
    });
    expect((await send(requestWith([{ headers: { [FORWARDED]: '192.0.2.1:51234' } }]))).code).toBe('POLICY_DENIED');
  });

  eachIsRefused(ALL);

  expectOrderOfChecks(ALL, [
    'the origin',
    'the names of fields',
    'the kid',
    'the end',
    "the client's key",
    'the wrapped key',
    'the typ of the proof',
    'the end of the proof',
    'the client of the proof',
    'the person, who is another one',
    'the label',
    'the acr',
    'the amr',
    'the device, which is missing',
    'the network',
    'the hours',
  ]);
});
