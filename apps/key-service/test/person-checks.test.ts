import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { signingKeyFrom } from '@strongroom/adapter-local';
import { eachIsRefused, inOrder, prepare } from './check-matrix.ts';
import { at, now, ROWS, type Row, requestWith, send } from './check-rows.ts';
import { aClient, Setting } from './setting.ts';

const ISSUER = 'https://id.example.com';

beforeAll(async () => {
  await prepare(await Setting.withProvider());
  at.person = { client: at.client, person: { iss: ISSUER, id: 'anna' } };
});
afterAll(() => at.setting.end());

const unproven = { code: 'PERSON_INVALID', status: 401 };
const mismatched = { code: 'PERSON_MISMATCH', status: 403 };
const claims = (changed: Readonly<Record<string, unknown>>) => ({ proof: () => ({ claims: changed }) });
const header = (changed: Readonly<Record<string, unknown>>) => ({ proof: () => ({ header: changed }) });
const another = signingKeyFrom(randomBytes(32).toString('base64url'));

/** Between the wrapped key and the policy. */
const PERSON_ROWS: readonly Row[] = [
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
    proof: () => ({ header: { kid: at.setting.signer.thumbprint } }),
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
    claims: () => ({ person: { iss: at.setting.url, id: 'anna' } }),
  },
  {
    fails: 'the fields, of which one is the proof of a device',
    code: 'VALIDATION_ERROR',
    status: 400,
    rule: null,
    body: () => ({ device: 'x' }),
  },
];

const ALL = [...ROWS.filter(({ fails }) => fails !== 'the policy of links'), ...PERSON_ROWS];

describe('the checks of a key request with the proof of a person who signed in', () => {
  test('let a request pass that fails none, and record the person', async () => {
    expect(await send(requestWith([]))).toMatchObject({ status: 200 });
    const [event] = await at.setting.record();
    expect(event).toMatchObject({
      type: 'key.released',
      data: { device: null, person_iss: ISSUER, person_id: 'anna' },
    });
  });

  eachIsRefused(ALL);

  inOrder(ALL, [
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
  ]);
});
