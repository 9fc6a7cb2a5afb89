import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { type CostRow, type MeasuredRequest, repeatRequest } from '@strongroom/test-servers/request-costs';
import { COUNT, FEW, PROXY, postRequest, refusedAtTheGate, refusedBodies, tooCostly } from './cost-rows.ts';
import { type MeasuredKeyService, startMeasured } from './costs.ts';
import { aChallenge, BACK, codeFor, type SignedIn, signsIn, wishOf } from './person.ts';
import { aClient, Setting } from './setting.ts';

jest.setTimeout(600_000);

let setting: Setting | undefined;
let service: MeasuredKeyService | undefined;
afterEach(async () => {
  await service?.end();
  await setting?.end();
});

test('in the mode oidc, a refused request costs at most five times an accepted one', async () => {
  const at = await Setting.withProvider({ ...PROXY, STRONGROOM_KEY_SERVICE_DEVICE_LOGIN: 'on' });
  setting = at;
  const client = aClient();
  const wrapped = await at.aFile();
  const people: SignedIn[] = [];
  for (let made = 0; made < FEW; made++) people.push(await signsIn(at));
  const begun: Readonly<{ code: string; verifier: string }>[] = [];
  for (let made = 0; made < FEW; made++) {
    const { verifier, challenge } = aChallenge();
    begun.push({ code: await codeFor(at, { client, challenge }), verifier });
  }
  const person = { iss: at.provider.issuer, id: 'ada' };
  const asked = (proof: string) => {
    const grant = at.grant(wrapped, client, { person });
    return { client_key: client.jwk, grant, wrapped_dek: wrapped.wrappedDek, person: proof };
  };
  const proof = () => at.personProof({ client, person });
  const forged = () => proof().replace(/\.[^.]*$/, `.${randomBytes(64).toString('base64url')}`);
  const wish = () => wishOf({ client: aClient(), challenge: aChallenge().challenge, back: BACK });
  const form = (path: string, body: string, origin = at.url): MeasuredRequest => ({
    method: 'POST',
    path,
    body,
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
  });
  const program = () => ({ client_jkt: aClient().jkt, challenge: aChallenge().challenge, name: 'a program' });
  const redeemed = ({ code, verifier }: Readonly<{ code: string; verifier: string }>) =>
    postRequest('/v1/person', { code, verifier, client_key: client.jwk });
  const secret = () => randomBytes(48).toString('base64url');
  const link = (next: string) => postRequest('/v1/person/link', { next, user: randomUUID() });
  const ended = (next: string): MeasuredRequest => ({ ...postRequest('/v1/person', { next }), method: 'DELETE' });
  const one = '172.31.0.1';
  const rows: CostRow[] = [
    // First: a code ends after a minute, and the other rows may take longer.
    { operation: 'POST /v1/person', status: 201, requests: begun.map(redeemed) },
    {
      operation: 'POST /v1/unwrap',
      status: 200,
      requests: repeatRequest(COUNT, () => postRequest('/v1/unwrap', asked(proof()))),
    },
    {
      operation: 'POST /v1/unwrap',
      refusal: 'no proof',
      status: 401,
      requests: repeatRequest(COUNT, () => postRequest('/v1/unwrap', { ...asked(''), person: undefined })),
    },
    {
      operation: 'POST /v1/unwrap',
      refusal: 'a forged proof',
      status: 401,
      requests: repeatRequest(COUNT, () => postRequest('/v1/unwrap', asked(forged()))),
    },
    {
      operation: 'GET /v1/sign-in',
      status: 200,
      requests: repeatRequest(COUNT, () => ({ method: 'GET', path: `/v1/sign-in?${wish()}` })),
    },
    {
      operation: 'GET /v1/sign-in',
      refusal: 'the address in return',
      status: 403,
      requests: repeatRequest(COUNT, () => ({
        method: 'GET',
        path: `/v1/sign-in?${wishOf({ client, challenge: aChallenge().challenge, back: 'https://evil.example/' })}`,
      })),
    },
    { operation: 'POST /v1/sign-in', status: 200, requests: repeatRequest(COUNT, () => form('/v1/sign-in', wish())) },
    {
      operation: 'POST /v1/sign-in',
      refusal: 'a page of another site',
      status: 403,
      requests: repeatRequest(COUNT, () => form('/v1/sign-in', wish(), 'null')),
    },
    {
      operation: 'POST /v1/sign-in',
      refusal: 'a long form',
      status: 400,
      requests: repeatRequest(COUNT, () => form('/v1/sign-in', 'a=1&'.repeat(4000))),
    },
    ...refusedAtTheGate('POST /v1/sign-in', form('/v1/sign-in', wish())),
    {
      operation: 'POST /v1/person',
      refusal: 'an unknown code',
      status: 401,
      requests: repeatRequest(COUNT, () => redeemed({ code: randomBytes(300).toString('base64url'), verifier: 'x' })),
    },
    {
      operation: 'POST /v1/person',
      refusal: 'a code that was used',
      status: 401,
      requests: repeatRequest(COUNT, () => redeemed(begun[0] ?? { code: '', verifier: '' })),
    },
    ...refusedBodies('POST /v1/person', redeemed({ code: 'x', verifier: 'x' }), 16_384),
    {
      operation: 'POST /v1/person/link',
      status: 200,
      requests: people.slice(0, FEW / 2).map(({ next }) => link(next)),
    },
    {
      operation: 'POST /v1/person/link',
      refusal: 'an unknown secret',
      status: 401,
      requests: repeatRequest(COUNT, () => link(secret())),
    },
    {
      operation: 'POST /v1/person/link',
      refusal: 'a secret that was used',
      status: 401,
      requests: repeatRequest(COUNT, () => link(people[0]?.next ?? '')),
    },
    {
      operation: 'DELETE /v1/person',
      status: 200,
      requests: people.slice(FEW / 2).map(({ next }) => ended(next)),
    },
    {
      operation: 'DELETE /v1/person',
      refusal: 'an unknown secret',
      status: 401,
      requests: repeatRequest(COUNT, () => ended(secret())),
    },
    {
      operation: 'POST /v1/device-sign-in',
      status: 201,
      requests: repeatRequest(COUNT, () => postRequest('/v1/device-sign-in', program())),
    },
    {
      operation: 'POST /v1/device-sign-in',
      refusal: 'one caller above the limit',
      status: 429,
      requests: repeatRequest(COUNT, () => postRequest('/v1/device-sign-in', program(), { from: one })),
      before: repeatRequest(60, () => postRequest('/v1/device-sign-in', program(), { from: one })),
    },
    {
      operation: 'POST /v1/device-sign-in',
      refusal: 'the name',
      status: 400,
      requests: repeatRequest(COUNT, () =>
        postRequest('/v1/device-sign-in', { ...program(), name: 'x'.repeat(10_000) }),
      ),
    },
  ];
  service = await startMeasured(at);
  expect(await tooCostly(service, rows)).toEqual([]);
});
