import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  type Cost,
  costOf,
  endRequests,
  type MeasuredRequest,
  repeatRequest,
  tooCostly,
} from '@strongroom/test-servers/request-costs';
import { COUNT } from '../service/refusal-rows.ts';
import { SHAPES } from '../support/costly-bodies.ts';
import { anAddress, GROUP, operations, USER } from '../support/directory.ts';
import { given } from '../support/people-of-process.ts';
import { Place, type ServiceProcess } from '../support/service-process.ts';

/** Maximum cost of a refused request, in accepted ones of the same operation. */
const MAX_RATIO = 5;
const KIB = 1024;
/** As many as one list names in practice; a refused list is as long. */
const MEMBERS = 200;
const OPERATIONS = 1000;
const LONGEST_FILTER = 2000;

let place: Place;
let service: ServiceProcess;
beforeEach(async () => {
  place = await Place.make();
  service = await place.start({ STRONGROOM_TRUSTED_PROXIES: '1', STRONGROOM_RATE_LIMIT: '1000000000' });
});
afterEach(async () => {
  endRequests();
  await place.end();
});

type Make = (index: number) => MeasuredRequest;

test('a refused request of a directory costs at most five times an accepted one', async () => {
  const owner = service.as(await place.ownerToken());
  const tokenOf = async (scope: string): Promise<string> =>
    (await given(owner.post('/tokens', { name: scope, scopes: [scope] }))).token;
  const [directory, other] = [await tokenOf('scim'), await tokenOf('read:rooms')];
  const ask = (method: string, path: string, body?: unknown, token = directory): MeasuredRequest => ({
    method,
    path: `/scim/v2${path}`,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const made = async (path: string, body: object): Promise<string> => {
    const { method, headers = {}, ...sent } = ask('POST', path, body);
    const answer = await fetch(service.url + sent.path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: sent.body ?? '',
    });
    return ((await answer.json()) as { id: string }).id;
  };
  const newUser = () => ({ schemas: [USER], userName: anAddress(), active: true });
  const people: string[] = [];
  for (let count = 0; count < MEMBERS; count++) people.push(await made('/Users', newUser()));
  const [person = ''] = people;
  const known = anAddress();
  await made('/Users', { ...newUser(), userName: known });
  const group = await made('/Groups', { schemas: [GROUP], displayName: 'Finance' });
  const members = (ids: readonly string[]) => ids.map((value) => ({ value }));
  const adding = (ids: readonly string[]) => operations({ op: 'add', path: 'members', value: members(ids) });
  const strangers = people.map(() => randomUUID());
  const renames = (last: object) =>
    operations(
      ...Array.from({ length: OPERATIONS - 1 }, (_, index) => ({
        op: 'replace',
        path: 'displayName',
        value: `${index}`,
      })),
      last,
    );
  const filter = (text: string): string => `/Users?filter=${encodeURIComponent(text)}`;
  const long = (text: string, end: string): string =>
    text.repeat(Math.floor((LONGEST_FILTER - end.length) / text.length)) + end;

  type Rows = Readonly<{ accepted: readonly [number, Make]; refused: readonly (readonly [string, number, Make])[] }>;
  const ROWS: Readonly<Record<string, Rows>> = {
    'GET /Users/:id': {
      accepted: [200, () => ask('GET', `/Users/${person}`)],
      refused: [
        ['without a credential', 401, () => ask('GET', `/Users/${person}`, undefined, '')],
        ['with a token of another scope', 403, () => ask('GET', `/Users/${person}`, undefined, other)],
        ['of an unknown user', 404, () => ask('GET', `/Users/${randomUUID()}`)],
      ],
    },
    'GET /Users by a filter': {
      accepted: [200, () => ask('GET', filter(`id eq "${person}"`))],
      refused: [
        ['that does not end', 400, () => ask('GET', filter(long('(', '')))],
        ['of many comparisons', 400, () => ask('GET', filter(long('id pr or ', 'id pr')))],
        ['that is too long', 400, () => ask('GET', filter('x'.repeat(8000)))],
      ],
    },
    'PATCH /Users/:id': {
      accepted: [
        200,
        (index) =>
          ask('PATCH', `/Users/${person}`, renames({ op: 'replace', path: 'displayName', value: `Ada ${index}` })),
      ],
      refused: [
        ['whose last operation is wrong', 400, () => ask('PATCH', `/Users/${person}`, renames({ op: 'move' }))],
        ['of an unknown user', 404, () => ask('PATCH', `/Users/${randomUUID()}`, renames({ op: 'move' }))],
        ...Object.entries(SHAPES).map(
          ([shape, make]) => [shape, 0, () => ask('PATCH', `/Users/${person}`, make(KIB * KIB - 100))] as const,
        ),
      ],
    },
    'PATCH /Groups/:id': {
      accepted: [
        200,
        (index) =>
          ask(
            'PATCH',
            `/Groups/${group}`,
            index % 2 === 0 ? adding(people) : operations({ op: 'remove', path: 'members' }),
          ),
      ],
      refused: [
        ['with members who do not exist', 400, () => ask('PATCH', `/Groups/${group}`, adding(strangers))],
        ['of an unknown group', 404, () => ask('PATCH', `/Groups/${randomUUID()}`, adding(people))],
        ['with a token of another scope', 403, () => ask('PATCH', `/Groups/${group}`, adding(people), other)],
      ],
    },
    'POST /Users': {
      accepted: [201, () => ask('POST', '/Users', newUser())],
      refused: [
        ['of a known address', 409, () => ask('POST', '/Users', { ...newUser(), userName: known })],
        ['without an address', 400, () => ask('POST', '/Users', { schemas: [USER], userName: 'x'.repeat(1000) })],
      ],
    },
  };
  const costs: Cost[] = [];
  for (const [
    operation,
    {
      accepted: [status, make],
      refused,
    },
  ] of Object.entries(ROWS)) {
    costs.push(await costOf(service, { operation, status, requests: repeatRequest(COUNT, make) }));
    for (const [refusal, expected, of] of refused) {
      const [one] = repeatRequest(1, of);
      const answered = expected === 0 && one !== undefined ? await statusOf(one) : expected;
      expect(answered).toBeGreaterThanOrEqual(400);
      costs.push(await costOf(service, { operation, refusal, status: answered, requests: repeatRequest(COUNT, of) }));
    }
  }
  expect(tooCostly(costs, MAX_RATIO)).toEqual([]);
}, 600_000);

async function statusOf({ method, path, headers = {}, body }: MeasuredRequest): Promise<number> {
  const answer = await fetch(service.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  await answer.arrayBuffer();
  return answer.status;
}
