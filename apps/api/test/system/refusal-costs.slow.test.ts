import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import {
  type Cost,
  costOf,
  endRequests,
  type Row,
  type Sent,
  times,
  tooDear,
} from '@strongroom/test-servers/request-costs';
import { bodyLimitsOf } from '../../src/http/body/body-limits.ts';
import { type Cast, castOf } from '../service/cast.ts';
import { OPERATIONS, requestOf } from '../service/operations.ts';
import { ROWS, requestFor } from '../service/routes/all.ts';
import type { Caller } from '../support/caller.ts';
import { Place, type ServiceProcess } from '../support/service-process.ts';

jest.setTimeout(600_000);

/** Maximum cost of a refused request, in accepted ones: callers who are refused must not take the processor from others. */
const MAX_RATIO = 5;
const COUNT = 25;
/** Requests a minute in the second process, so that few of them are above the limit. */
const LIMIT = 5;
const PASSWORD = 'correct horse battery';
const PROXY = { STRONGROOM_TRUSTED_PROXIES: '1' };

/** Operations that can be done once, or that end the sessions of others. */
const ONCE =
  /^DELETE|^(?:POST|PATCH) .*(?:archive|activat|confirm$|invit|members$|sessions|password|upload|by-token|role$|clearance$|users.:id$|key-person|device-logins)/;

let place: Place | undefined;
afterEach(async () => {
  endRequests();
  await place?.end();
});

/** The service of a process as the makers of people see it. */
function populated(service: ServiceProcess, ownerToken: string, data: string) {
  const sent = () =>
    readdirSync(join(data, 'mail'))
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(join(data, 'mail', name), 'utf8').replaceAll('\r\n', '\n'))
      .map((text) => ({ to: /^To: (.*)$/m.exec(text)?.[1] ?? '', text }));
  return {
    owner: service.as(ownerToken),
    visitor: service.as(undefined),
    app: { worker: { runDue: () => Promise.resolve(0) } },
    ports: {
      mailer: {
        get sent() {
          return sent();
        },
      },
    },
  };
}

/** The request of an operation as a caller sends it. */
function sentBy(cast: Cast, operation: string, caller: Caller): Sent {
  const { params = {}, query = '', body } = requestFor(operation, cast);
  const [method, path] = requestOf(operation, params);
  return {
    method,
    path: `/api/v1${path}${query}`,
    headers: caller.headers(),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

type Refusal = readonly [refusal: string, status: number, sent: Sent];

/** Each refusal of an operation but that of its limit. */
function refusalsOf(cast: Cast, operation: string, visitor: Caller): readonly Refusal[] {
  const { rights, session } = ROWS[operation] ?? {};
  const isClosed = rights !== undefined || session !== undefined;
  const by = cast.people[rights?.allowed[0] ?? 'viewer'];
  const stranger = sentBy(cast, operation, visitor);
  const insider = sentBy(cast, operation, by.session);
  const forged = sentBy(cast, operation, visitor.as(`srt_${'x'.repeat(43)}`));
  const route = OPERATIONS.get(operation);
  if (route === undefined) throw new TypeError(`there is no ${operation}`);
  const long = 'x'.repeat(bodyLimitsOf(route).bytes + 1);
  const takesBody = stranger.body !== undefined;
  return [
    ...(isClosed
      ? ([
          ['no credential', 401, stranger],
          ['an unknown token', 401, forged],
        ] as const)
      : []),
    ...(isClosed && takesBody
      ? ([['no credential, and a body that is too long', 401, { ...stranger, body: long }]] as const)
      : []),
    ...(rights?.refused === undefined
      ? []
      : ([
          [
            `by ${rights.refused[0]}: ${rights.refused[1]}`,
            rights.refused[1].endsWith('_NOT_FOUND') ? 404 : 403,
            sentBy(cast, operation, cast.people[rights.refused[0]].caller),
          ],
        ] as const)),
    ...(takesBody
      ? ([
          ['no JSON', 400, { ...insider, body: `[${'1,'.repeat(4000)}` }],
          ['another body', 400, { ...insider, body: '{"nothing":1}' }],
          ['the media type', 415, { ...insider, headers: { ...insider.headers, 'content-type': 'text/plain' } }],
          ['a body that is too long', 413, { ...insider, body: long }],
        ] as const)
      : []),
    ['another method', 405, { ...stranger, method: 'PUT' }],
    ['another path', 404, { ...insider, path: `${insider.path.split('?')[0]}/no/such/path` }],
  ];
}

/** Refusals of callers above the limit: one caller, and the addresses of one /64 in turn. */
function limitedRows(cast: Cast, operation: string, visitor: Caller, index: number): readonly Row[] {
  const stranger = sentBy(cast, operation, visitor);
  const member = sentBy(cast, operation, cast.people.viewer.session);
  const from = (address: number): string => `2001:db8:${index + 1}:1::${(address + 1).toString(16)}`;
  const row = (refusal: string, make: (address: number) => Sent): Row => ({
    operation,
    refusal,
    status: 429,
    requests: times(COUNT, (address) => make(2 * LIMIT + address)),
    before: times(2 * LIMIT, make),
  });
  return [
    row('one address above the limit', () => ({ ...stranger, from: `172.16.0.${index + 1}` })),
    row('a /64 full of callers above the limit', (address) => ({ ...stranger, from: from(address) })),
    // Tiles have a limit of their own.
    ...(ROWS[operation]?.open === undefined && !operation.includes('/tile/')
      ? [row('one session above the limit', () => member)]
      : []),
  ];
}

/** A bulk body with as many items as it may have, as a body that is too long is compared with a long one. */
function filled(body = ''): string {
  const { items } = JSON.parse(body) as { items: readonly object[] };
  return JSON.stringify({ items: Array.from({ length: 100 }, () => items[0]) });
}

/** Accepted requests of an operation that can be repeated. */
function acceptedRow(cast: Cast, operation: string, visitor: Caller): Row | undefined {
  const { rights, open } = ROWS[operation] ?? {};
  const outcome = rights?.allowed[1] ?? open ?? '';
  const isBulk = OPERATIONS.get(operation)?.answer.kind === 'bulk';
  if (!/^2\d\d$/.test(outcome) || (ONCE.test(operation) && !isBulk)) return undefined;
  const one = sentBy(cast, operation, rights === undefined ? visitor : cast.people[rights.allowed[0]].caller);
  const sent = isBulk ? { ...one, body: filled(one.body) } : one;
  return { operation, status: Number(outcome), requests: times(COUNT, () => sent) };
}

/** Sign-ins, whose accepted request pays for a hash too. */
async function signInRows({ people }: Cast): Promise<readonly Row[]> {
  const { email, session } = people.outsider;
  expect((await session.post('/me/password', { new_password: PASSWORD })).status).toBe(200);
  const operation = 'POST /sessions';
  const signIn = (address: string, password: string): Sent => ({
    method: 'POST',
    path: '/api/v1/sessions',
    body: JSON.stringify({ email: address, password }),
  });
  return [
    { operation, status: 201, requests: times(COUNT, () => signIn(email, PASSWORD)) },
    { operation, refusal: 'a wrong password', status: 401, requests: times(COUNT, () => signIn(email, 'wrong one')) },
    {
      operation,
      refusal: 'an unknown e-mail',
      status: 401,
      requests: times(COUNT, (index) => signIn(`nobody-${index}@example.com`, PASSWORD)),
    },
  ];
}

const kindOf = (operation: string): string => (operation.startsWith('GET ') ? 'GET' : 'change');

/** The accepted costs, where an operation without a request that can be repeated has the least of its kind. */
function completed(accepted: readonly Cost[]): readonly Cost[] {
  const least = (kind: string): number =>
    Math.min(...accepted.filter(({ operation }) => kindOf(operation) === kind).map(({ microseconds }) => microseconds));
  const missing = [...OPERATIONS.keys()].filter((name) => !accepted.some(({ operation }) => operation === name));
  return [
    ...accepted,
    ...missing.map((operation) => ({ operation, refusal: undefined, microseconds: least(kindOf(operation)) })),
  ];
}

test('a refused request costs at most five times an accepted one', async () => {
  place = await Place.make();
  const free = await place.start({ ...PROXY, STRONGROOM_RATE_LIMIT: '1000000' });
  const { visitor, ...world } = populated(free, await place.ownerToken(), place.data);
  const cast = await castOf({ visitor, ...world });
  const operations = [...OPERATIONS.keys()];
  const refused: Cost[] = [];
  for (const operation of operations)
    for (const [refusal, status, sent] of refusalsOf(cast, operation, visitor))
      refused.push(await costOf(free, { operation, refusal, status, requests: times(COUNT, () => sent) }));
  const accepted: Cost[] = [];
  for (const operation of operations) {
    const row = acceptedRow(cast, operation, visitor);
    if (row !== undefined) accepted.push(await costOf(free, row));
  }
  for (const row of await signInRows(cast))
    (row.refusal === undefined ? accepted : refused).push(await costOf(free, row));
  await free.kill();
  const limited = await place.start({ ...PROXY, STRONGROOM_RATE_LIMIT: `${LIMIT}` });
  // The minute of a session may end within a row.
  for (const [index, operation] of operations.entries())
    for (const row of limitedRows(cast, operation, visitor, index))
      refused.push(await costOf(limited, row).catch(() => costOf(limited, row)));
  expect(tooDear([...completed(accepted), ...refused], MAX_RATIO)).toEqual([]);
});
