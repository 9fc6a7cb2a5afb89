import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eachIsRefused, expectOrderOfChecks, prepareRows } from './check-matrix.ts';
import { type CheckRow, now, ROWS, requestWith, rowSetting, send } from './check-rows.ts';
import { type Device, Setting } from './setting.ts';

let device: Device;
let another: Device;
let removed: Device;

beforeAll(async () => {
  await prepareRows(await Setting.start({ STRONGROOM_KEY_SERVICE_PROOF: 'device' }));
  [device, another, removed] = [
    await rowSetting.setting.enrol(),
    await rowSetting.setting.enrol(),
    await rowSetting.setting.enrol(),
  ];
  rowSetting.device = device;
  await fetch(`${rowSetting.setting.url}/v1/devices/${removed.id}`, {
    method: 'DELETE',
    headers: { authorization: rowSetting.setting.authorization(removed, 'DELETE', `/v1/devices/${removed.id}`, '') },
  });
});
afterAll(() => rowSetting.setting.end());

const unproven = { code: 'PERSON_INVALID', status: 401 };
const mismatched = { code: 'PERSON_MISMATCH', status: 403 };
const claims = (changed: Readonly<Record<string, unknown>>) => ({ proof: () => ({ claims: changed }) });
const header = (changed: Readonly<Record<string, unknown>>) => ({ proof: () => ({ header: changed }) });

/** Between the wrapped key and the policy. */
const PERSON_ROWS: readonly CheckRow[] = [
  { fails: 'the proof, which is missing', ...unproven, rule: 'device-missing', proof: () => null },
  { fails: 'the form of the proof', ...unproven, rule: 'device-form', proof: () => ({ text: 'a.b' }) },
  { fails: 'the length of the proof', ...unproven, rule: 'device-form', proof: () => ({ text: 'x'.repeat(3000) }) },
  { fails: 'the typ of the proof', ...unproven, rule: 'device-typ', ...header({ typ: 'strongroom-grant+jwt' }) },
  { fails: 'the alg of the proof', ...unproven, rule: 'device-header', ...header({ alg: 'none' }) },
  { fails: 'the header of the proof, which has more', ...unproven, rule: 'device-header', ...header({ jwk: {} }) },
  { fails: 'the kid of the proof', ...unproven, rule: 'device-kid', ...header({ kid: '../x' }) },
  { fails: 'the device, which is unknown', ...unproven, rule: 'device-unknown', ...header({ kid: randomUUID() }) },
  {
    fails: 'the device, which was removed',
    ...unproven,
    rule: 'device-unknown',
    proof: () => ({ header: { kid: removed.id }, claims: { iss: removed.id }, key: removed.privateKey }),
  },
  {
    fails: 'the signature of the proof',
    ...unproven,
    rule: 'device-signature',
    proof: () => ({ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
  },
  { fails: 'the claims of the proof', ...unproven, rule: 'device-claims', ...claims({ jti: undefined }) },
  { fails: 'the times of the proof', ...unproven, rule: 'device-claims', ...claims({ exp: undefined }) },
  { fails: 'the issuer of the proof', ...unproven, rule: 'device-issuer', ...claims({ iss: randomUUID() }) },
  { fails: 'the audience of the proof', ...unproven, rule: 'device-audience', ...claims({ aud: 'https://x.example' }) },
  {
    fails: 'the life of the proof',
    ...unproven,
    rule: 'device-life',
    proof: () => ({ claims: { iat: now(), exp: now() + 61 } }),
  },
  {
    fails: 'the beginning of the proof',
    code: 'PERSON_EXPIRED',
    status: 401,
    rule: 'device-not-yet',
    proof: () => ({ claims: { iat: now() + 330, exp: now() + 360 } }),
  },
  {
    fails: 'the end of the proof',
    code: 'PERSON_EXPIRED',
    status: 401,
    rule: 'device-expired',
    proof: () => ({ claims: { iat: now() - 361, exp: now() - 301 } }),
  },
  {
    fails: 'the proof, which is for another grant',
    ...unproven,
    rule: 'device-covers',
    ...claims({ gh: 'A'.repeat(43) }),
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
    claims: () => ({ person: another.person }),
  },
  {
    fails: 'the person, whose issuer is another one',
    ...mismatched,
    rule: 'same-person',
    claims: () => ({ person: { ...device.person, iss: 'https://id.example.com' } }),
  },
];

const ALL = [...ROWS.filter(({ fails }) => fails !== 'the policy of links'), ...PERSON_ROWS];

describe('the checks of a key request with the proof of a device', () => {
  test('let a request pass that fails none, and record the person and the device', async () => {
    expect(await send(requestWith([]))).toMatchObject({ status: 200 });
    const [event] = await rowSetting.setting.record();
    expect(event).toMatchObject({
      type: 'key.released',
      data: { device: device.id, person_iss: rowSetting.setting.url, person_id: device.person.id },
    });
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
    'the person, who is another one',
    'the label',
  ]);

  test.each([290, -290])('let a device pass whose clock is %i seconds off', async (seconds) => {
    const iat = now() + seconds;
    const off: CheckRow = {
      fails: 'nothing',
      ...unproven,
      rule: null,
      proof: () => ({ claims: { iat, exp: iat + 60 } }),
    };
    expect(await send(requestWith([off]))).toMatchObject({ status: 200 });
  });

  test('answer a wrong proof once for a whole batch, and keep its keys', async () => {
    const { setting, client, wrapped } = rowSetting;
    const grants = [1, 2].map(() => setting.grant(wrapped, client, { person: device.person }));
    const items = grants.map((grant) => ({ grant, wrapped_dek: wrapped.wrappedDek }));
    const ask = (proof: string) => setting.post('/v1/unwrap/batch', { items, client_key: client.jwk, device: proof });
    const [first = ''] = grants;
    expect(await ask(setting.proof(device, first))).toMatchObject({
      status: 401,
      json: { error: { code: 'PERSON_INVALID' } },
    });
    const right = await ask(setting.proof(device, grants.join('\n')));
    expect((right.json.data ?? []).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('say how to prove oneself', async () => {
    const { setting, client, wrapped } = rowSetting;
    const body = { grant: setting.grant(wrapped, client), wrapped_dek: wrapped.wrappedDek, client_key: client.jwk };
    const { status, headers } = await setting.post('/v1/unwrap', body);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Strongroom-Person']);
  });
});
