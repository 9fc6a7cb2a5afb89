import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { type CostRow, type MeasuredRequest, repeatRequest } from '@strongroom/test-servers/request-costs';
import { COUNT, FEW, PROXY, postRequest, refusedAtTheGate, refusedBodies, tooCostly } from './cost-rows.ts';
import { type MeasuredKeyService, startMeasured } from './costs.ts';
import { aClient, Setting } from './setting.ts';

jest.setTimeout(600_000);

let setting: Setting | undefined;
let service: MeasuredKeyService | undefined;
afterEach(async () => {
  await service?.end();
  await setting?.end();
});

test('in the mode device, a refused request costs at most five times an accepted one', async () => {
  const at = await Setting.start({ ...PROXY, STRONGROOM_KEY_SERVICE_PROOF: 'device' });
  setting = at;
  const client = aClient();
  const wrapped = await at.aFile();
  const [device, stranger] = [await at.enrol(), await at.enrol()];
  const victims = [];
  for (let made = 0; made < FEW; made++) victims.push(await at.enrol(device.person.id));
  const codes: string[] = [];
  for (let made = 0; made < FEW; made++) codes.push(await at.code());
  const person = { person: device.person };
  const asked = (prover = device, key = prover.privateKey) => {
    const grant = at.grant(wrapped, client, person);
    return {
      client_key: client.jwk,
      grant,
      wrapped_dek: wrapped.wrappedDek,
      device: at.proof(prover, grant, { key }),
    };
  };
  const call = (
    method: string,
    path: string,
    body = '',
    prover = device,
    key = prover.privateKey,
  ): MeasuredRequest => ({
    method,
    path,
    ...(body === '' ? {} : { body }),
    headers: { authorization: at.authorization(prover, method, path, body, { key }) },
  });
  const linked = () => JSON.stringify({ user: randomUUID() });
  const nobody = { ...device, id: randomUUID() };
  const calls: readonly (readonly [string, string, () => string])[] = [
    ['GET', '/v1/devices', () => ''],
    ['POST', '/v1/person/link', linked],
  ];
  const unwrap = postRequest('/v1/unwrap', asked());
  const enrolled = (code: string) => postRequest('/v1/devices', { code, public_key: aClient().jwk, name: 'laptop' });
  const rows: CostRow[] = [
    {
      operation: 'POST /v1/unwrap',
      status: 200,
      requests: repeatRequest(COUNT, () => postRequest('/v1/unwrap', asked())),
    },
    {
      operation: 'POST /v1/unwrap',
      refusal: 'no proof',
      status: 401,
      requests: repeatRequest(COUNT, () => postRequest('/v1/unwrap', { ...asked(), device: undefined })),
    },
    {
      operation: 'POST /v1/unwrap',
      refusal: 'an unknown device',
      status: 401,
      requests: repeatRequest(COUNT, () => postRequest('/v1/unwrap', asked(nobody))),
    },
    {
      operation: 'POST /v1/unwrap',
      refusal: 'a signature of another device',
      status: 401,
      requests: repeatRequest(COUNT, () => postRequest('/v1/unwrap', asked(device, stranger.privateKey))),
    },
    {
      operation: 'POST /v1/unwrap',
      refusal: 'the device of another person',
      status: 403,
      requests: repeatRequest(COUNT, () => postRequest('/v1/unwrap', asked(stranger))),
    },
    ...refusedAtTheGate('POST /v1/unwrap', unwrap),
    ...calls.flatMap(([method, path, body]) => {
      const operation = `${method} ${path}`;
      const repeated = call(method, path, body());
      return [
        { operation, status: 200, requests: repeatRequest(COUNT, () => call(method, path, body())) },
        {
          operation,
          refusal: 'no proof',
          status: 401,
          requests: repeatRequest(COUNT, () => ({ ...call(method, path, body()), headers: {} })),
        },
        {
          operation,
          refusal: 'an unknown device',
          status: 401,
          requests: repeatRequest(COUNT, () => call(method, path, body(), nobody)),
        },
        {
          operation,
          refusal: 'a signature of another device',
          status: 401,
          requests: repeatRequest(COUNT, () => call(method, path, body(), device, stranger.privateKey)),
        },
        {
          operation,
          refusal: 'a proof that was used',
          status: 401,
          requests: repeatRequest(COUNT, () => repeated),
          before: [repeated],
        },
        ...refusedAtTheGate(operation, call(method, path, body())),
      ];
    }),
    {
      operation: 'DELETE /v1/devices/:id',
      status: 200,
      requests: victims.map(({ id }) => call('DELETE', `/v1/devices/${id}`)),
    },
    {
      operation: 'DELETE /v1/devices/:id',
      refusal: 'the device of another person',
      status: 404,
      requests: repeatRequest(COUNT, () => call('DELETE', `/v1/devices/${stranger.id}`)),
    },
    {
      operation: 'DELETE /v1/devices/:id',
      refusal: 'a signature of another device',
      status: 401,
      requests: repeatRequest(COUNT, () =>
        call('DELETE', `/v1/devices/${stranger.id}`, '', device, stranger.privateKey),
      ),
    },
    { operation: 'POST /v1/devices', status: 201, requests: codes.map(enrolled) },
    {
      operation: 'POST /v1/devices',
      refusal: 'an unknown code',
      status: 404,
      requests: repeatRequest(COUNT, () => enrolled(randomBytes(32).toString('base64url'))),
    },
    {
      operation: 'POST /v1/devices',
      refusal: 'a code that was used',
      status: 404,
      requests: repeatRequest(COUNT, () => enrolled(codes[0] ?? '')),
    },
    ...refusedBodies('POST /v1/devices', enrolled('x'), 16_384),
    ...refusedAtTheGate('POST /v1/devices', enrolled('x')),
  ];
  service = await startMeasured(at);
  expect(await tooCostly(service, rows)).toEqual([]);
});
