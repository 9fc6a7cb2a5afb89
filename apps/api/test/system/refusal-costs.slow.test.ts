import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import {
  type Cost,
  type CostRow,
  costOf,
  endRequests,
  type MeasuredRequest,
  repeatRequest,
  tooCostly,
} from '@strongroom/test-servers/request-costs';
import { type Cast, castOf } from '../service/cast.ts';
import { COUNT, Requests, SIGN_IN } from '../service/refusal-rows.ts';
import { ROWS } from '../service/routes/all.ts';
import { SHAPES } from '../support/costly-bodies.ts';
import type { Populated } from '../support/people-in-memory.ts';
import { Place, type ServiceProcess } from '../support/service-process.ts';

jest.setTimeout(900_000);

/** Maximum cost of a refused request, in accepted ones: callers who are refused must not take the processor from others. */
const MAX_RATIO = 5;
const PASSWORD = 'correct horse battery';
/** Requests a minute, where callers are to go beyond it. */
const LIMIT = 100;
const KIB = 1024;

let place: Place;
let service: ServiceProcess;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(async () => {
  endRequests();
  await place.end();
});

async function start(limit: number): Promise<void> {
  service = await place.start({ STRONGROOM_TRUSTED_PROXIES: '1', STRONGROOM_RATE_LIMIT: String(limit) });
}

const mails = () =>
  readdirSync(join(place.data, 'mail'))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(place.data, 'mail', name), 'utf8'))
    .map((text) => ({ to: /^To: (.*)\r$/m.exec(text)?.[1] ?? '', text: text.replaceAll('\r\n', '\n') }));

const populated = async (): Promise<Populated> => ({
  owner: service.as(await place.ownerToken()),
  visitor: service.as(undefined),
  app: { worker: { runDue: async () => 0 } },
  ports: {
    mailer: {
      get sent() {
        return mails();
      },
    },
  },
});

async function statusOf({ method, path, headers = {}, body }: MeasuredRequest): Promise<number> {
  const about = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
  const answer = await fetch(service.url + path, { method, headers: about, ...(body === undefined ? {} : { body }) });
  await answer.arrayBuffer();
  return answer.status;
}

/** The cost of the accepted requests of each operation. */
async function acceptedOf(all: readonly Requests[], cast: Cast): Promise<Map<string, number>> {
  const { viewer } = cast.people;
  const signIn = {
    method: 'POST',
    path: '/api/v1/sessions',
    body: JSON.stringify({ email: viewer.email, password: PASSWORD }),
  };
  expect((await viewer.session.post('/me/password', { new_password: PASSWORD })).status).toBe(200);
  const signIns: CostRow = { operation: SIGN_IN, status: 201, requests: repeatRequest(COUNT, () => signIn) };
  // Reads come first, of things as they were made.
  const rows = [
    ...all.toSorted((a, b) => Number(b.isRead) - Number(a.isRead)).flatMap((one) => one.accepted()),
    signIns,
  ];
  const accepted = new Map<string, number>();
  for (const row of rows) accepted.set(row.operation, (await costOf(service, row)).microseconds);
  return accepted;
}

/** Tries of a row: a job or a collection of garbage in its middle is not a cost of its requests, and a fault comes again. */
const TRIES = 3;

/** The least cost of a row in up to three tries; one that is within the bound is not tried again. */
async function leastCost(row: CostRow, accepted: number): Promise<Cost> {
  let least = await costOf(service, row);
  for (let tries = 1; tries < TRIES && least.microseconds > MAX_RATIO * accepted; tries++) {
    const again = await costOf(service, row);
    if (again.microseconds < least.microseconds) least = again;
  }
  return least;
}

/** Like `leastCost`, with a caller of its own in each try: a minute may end before they are refused. */
async function leastAboveTheLimit(rowOf: () => CostRow, accepted: number): Promise<Cost> {
  for (let tries = 1; ; tries++) {
    try {
      return await leastCost(rowOf(), accepted);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

test('a refused request costs at most five times an accepted one, on every operation', async () => {
  await start(1_000_000_000);
  const cast = await castOf(await populated());
  const all = Object.keys(ROWS).map((operation) => new Requests(operation, cast));
  const accepted = await acceptedOf(all, cast);
  const costs: Cost[] = all.map(({ operation, measure }) => ({
    operation,
    refusal: undefined,
    microseconds: accepted.get(measure) ?? 0,
  }));
  for (const one of all)
    for (const [refusal, make] of one.refused()) {
      const status = await statusOf(make());
      if (status < 400) continue; // this operation takes it
      const row = { operation: one.operation, refusal, status, requests: repeatRequest(COUNT, make) };
      costs.push(await leastCost(row, accepted.get(one.measure) ?? 0));
    }
  expect(costs.length).toBeGreaterThan(1000);
  expect(tooCostly(costs, MAX_RATIO)).toEqual([]);
});

test('a refused request with the longest body costs at most five times the longest accepted one', async () => {
  await start(1_000_000_000);
  const cast = await castOf(await populated());
  const { roomOwner } = cast.people;
  const { 'Content-Type': _type, ...headers } = roomOwner.caller.headers();
  const item = (index: number) => ({ name: `${index} ${'n'.repeat(180)}`, size: 5, content_type: 'text/plain' });
  const kinds = [
    {
      operation: 'POST /password-reset',
      limit: 16,
      path: '/password-reset',
      headers: {},
      status: 200,
      body: { email: 'x@example.com' },
    },
    {
      operation: 'PATCH /rooms/:id',
      limit: 64,
      path: `/rooms/${cast.room}`,
      headers,
      status: 200,
      body: { description: 'd'.repeat(2000) },
    },
    {
      operation: 'POST /rooms/:room_id/files/upload-urls',
      limit: 1024,
      path: `/rooms/${cast.room}/files/upload-urls`,
      headers,
      status: 200,
      body: { items: Array.from({ length: 50 }, (_, index) => item(index)) },
    },
  ];
  const costs: Cost[] = [];
  for (const { operation, limit, path, status, body, ...more } of kinds) {
    const [method = ''] = operation.split(' ');
    const sent = (text: string): MeasuredRequest => ({
      method,
      path: `/api/v1${path}`,
      headers: more.headers,
      body: text,
    });
    const accepted = await costOf(service, {
      operation,
      status,
      requests: repeatRequest(COUNT, () => sent(JSON.stringify(body))),
    });
    costs.push(accepted);
    const long = 'x'.repeat(limit * KIB + 1);
    const all: readonly (readonly [shape: string, one: MeasuredRequest])[] = [
      ...Object.entries(SHAPES).map(([shape, make]) => [shape, sent(make(limit * KIB - 100))] as const),
      ['too long', sent(long)],
      ['too long, without a credential', { ...sent(long), headers: {} }],
    ];
    for (const [shape, one] of all) {
      const row = { operation, refusal: shape, status: await statusOf(one), requests: repeatRequest(COUNT, () => one) };
      costs.push(await leastCost(row, accepted.microseconds));
    }
  }
  expect(tooCostly(costs, MAX_RATIO)).toEqual([]);
});

test('a request above the limit costs as little, of one caller, and of a /64 full of them', async () => {
  await start(LIMIT);
  const headers = { authorization: `Bearer ${await place.ownerToken()}` };
  const read = { method: 'GET', path: '/api/v1/me', headers };
  const accepted = await costOf(service, {
    operation: 'GET /me',
    status: 200,
    requests: repeatRequest(COUNT, () => read),
  });
  const costs: Cost[] = [];
  let callers = 0;
  for (const operation of Object.keys(ROWS)) {
    costs.push({ ...accepted, operation });
    const [method = '', pattern = ''] = operation.split(' ');
    const path = `/api/v1${pattern.replaceAll(/[:*]\w+/g, 'x')}`;
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
    const rowOf = (refusal: string, make: (count: number) => MeasuredRequest): CostRow => ({
      operation,
      refusal,
      status: 429,
      before: repeatRequest(LIMIT + 1, make),
      requests: repeatRequest(COUNT, (count) => make(LIMIT + 1 + count)),
    });
    const ofOne = () => {
      const from = `172.16.${++callers >> 8}.${callers & 255}`;
      return rowOf('one caller', () => ({ method, path, from, ...body }));
    };
    const ofNetwork = () => {
      const network = `2001:db8:${(++callers).toString(16)}:1::`;
      return rowOf('a /64 full of callers', (count) => ({
        method,
        path,
        from: network + (count + 1).toString(16),
        ...body,
      }));
    };
    for (const make of [ofOne, ofNetwork]) costs.push(await leastAboveTheLimit(make, accepted.microseconds));
  }
  expect(tooCostly(costs, MAX_RATIO)).toEqual([]);
});
