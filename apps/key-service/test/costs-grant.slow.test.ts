import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { grantSigner, signingKeyFrom } from '@strongroom/adapter-local';
import type { GrantClaims } from '@strongroom/domain';
import { type CostRow, repeatRequest } from '@strongroom/test-servers/request-costs';
import { COUNT, FEW, PROXY, postRequest, refusedAtTheGate, refusedBodies, tooCostly } from './cost-rows.ts';
import { type MeasuredKeyService, startMeasured } from './costs.ts';
import { aClient, Setting, type WrappedFileKey } from './setting.ts';

jest.setTimeout(600_000);

let setting: Setting | undefined;
let service: MeasuredKeyService | undefined;
afterEach(async () => {
  await service?.end();
  await setting?.end();
});

test('in the mode grant, a refused request costs at most five times an accepted one', async () => {
  const at = await Setting.start({ ...PROXY, STRONGROOM_KEY_SERVICE_KEYS_PER_HOUR: '1000000' });
  setting = at;
  const policy = at.policy({ C3: { keys_per_hour: 1 } });
  await at.stop();
  await at.open({ ...at.more, STRONGROOM_KEY_SERVICE_POLICY: policy });
  const client = aClient();
  const [wrapped, other] = [await at.aFile(), await at.aFile()];
  const now = Math.floor(Date.now() / 1000);
  const thief = grantSigner(signingKeyFrom(randomBytes(32).toString('base64url')));
  const busy = `user:${randomUUID()}`;
  const item = (claims: Partial<GrantClaims> = {}, file: WrappedFileKey = wrapped) => ({
    grant: at.grant(file, client, claims),
    wrapped_dek: file.wrappedDek,
  });
  const forged = () => ({
    ...item(),
    grant: item().grant.replace(/\.[^.]*$/, `.${randomBytes(64).toString('base64url')}`),
  });
  const unknown = () => ({ ...item(), grant: thief.sign(at.claims(wrapped, client), wrapped.wrappedDek) });
  const kinds: readonly (readonly [string, number, () => object])[] = [
    ['the form of the grant', 403, () => ({ ...item(), grant: 'a.b.c' })],
    ['a signature that is wrong', 403, forged],
    ['a key that is unknown', 403, unknown],
    ['the end of the grant', 403, () => item({ iat: now - 200, exp: now - 100 })],
    ['the key of the client', 403, () => item({ cnf: { jkt: aClient().jkt } })],
    ['another wrapped key', 400, () => ({ ...item(), wrapped_dek: other.wrappedDek })],
    ['the policy', 403, () => item({ label: 'C9' })],
    ['the policy, by one subject', 403, () => item({ label: 'C9', sub: busy })],
    ['the rate of a person', 429, () => item({ label: 'C3', sub: busy })],
    ['a key that is destroyed', 410, () => item({ kms_key_id: `local:${randomUUID()}` })],
    ['a key of another room', 400, () => item({ kms_key_id: other.kmsKeyId })],
  ];
  const single = (make: () => object) =>
    repeatRequest(COUNT, () => postRequest('/v1/unwrap', { client_key: client.jwk, ...make() }));
  const batch = (make: () => object) =>
    repeatRequest(FEW, () =>
      postRequest('/v1/unwrap/batch', { client_key: client.jwk, items: Array.from({ length: 100 }, make) }),
    );
  const unwrap = postRequest('/v1/unwrap', { client_key: client.jwk, ...item() });
  const curves = repeatRequest(COUNT, () => {
    const { x, y } = aClient().jwk;
    return postRequest('/v1/unwrap', { ...item(), client_key: { kty: 'EC', crv: 'P-256', x: y, y: x } });
  });
  const status = { method: 'GET', path: '/v1/status' };
  const rows: CostRow[] = [
    { operation: 'POST /v1/unwrap', status: 200, requests: single(() => item()) },
    ...kinds.map(([refusal, code, make], index) => ({
      operation: 'POST /v1/unwrap',
      refusal,
      status: code,
      requests: single(make),
      // The first key of the label is released.
      before: index === 8 ? single(() => item({ label: 'C3', sub: busy })).slice(0, 1) : [],
    })),
    { operation: 'POST /v1/unwrap', refusal: 'points that are not on the curve', status: 400, requests: curves },
    ...refusedBodies('POST /v1/unwrap', unwrap, 16_384),
    ...refusedAtTheGate('POST /v1/unwrap', unwrap),
    { operation: 'POST /v1/unwrap/batch', status: 200, requests: batch(() => item()) },
    ...kinds.map(([refusal, , make]) => ({
      operation: 'POST /v1/unwrap/batch',
      refusal,
      status: 200,
      requests: batch(make),
    })),
    ...refusedBodies('POST /v1/unwrap/batch', { ...unwrap, path: '/v1/unwrap/batch' }, 262_144),
    ...refusedAtTheGate('POST /v1/unwrap/batch', { ...unwrap, path: '/v1/unwrap/batch' }),
    ...(['/v1/status', '/.well-known/jwks.json', '/readyz'] as const).flatMap((path) => [
      { operation: `GET ${path}`, status: 200, requests: repeatRequest(COUNT, () => ({ ...status, path })) },
      {
        operation: `GET ${path}`,
        refusal: 'the method',
        status: 405,
        requests: repeatRequest(COUNT, () => ({ method: 'DELETE', path })),
      },
    ]),
    ...refusedAtTheGate('GET /v1/status', status),
    {
      operation: 'GET /v1/status',
      refusal: 'the path',
      status: 404,
      requests: repeatRequest(COUNT, () => ({ ...status, path: '/v1/nothing' })),
    },
  ];
  service = await startMeasured(at);
  expect(await tooCostly(service, rows)).toEqual([]);
});
