import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Caller } from '../support/caller.ts';
import { aDirectory, filtered, GROUP, idsBy, operations, provisioned, USER } from '../support/directory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
let directory: Caller;
beforeAll(async () => {
  world = await startService();
  directory = await aDirectory(world);
});
afterAll(() => world.stop());

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

test('a refusal of SCIM has the shape of the protocol', async () => {
  const visitor = new Caller(`${world.url}/scim/v2`, undefined);
  const { id } = await provisioned(directory);
  const wrong = { 'Content-Type': 'text/plain' };
  const answers = [
    [await visitor.get('/Users'), 401],
    [await directory.get(''), 404],
    [await directory.get('/Moons'), 404],
    [await directory.get('/Users/x'), 404],
    [await directory.get('/Groups/9f8e7d6c-5b4a-4c3d-8e2f-1a0b9c8d7e6f'), 404],
    [await directory.delete('/Users'), 405],
    [await directory.ask('POST', '/Users', '{'), 400],
    [await directory.ask('POST', '/Users', '[]'), 400],
    [await directory.ask('POST', '/Users', '{}', wrong), 415],
    [await directory.post('/Users', { schemas: [USER] }), 400],
    [await directory.post('/Users', { schemas: [USER], userName: 'no address' }), 400],
    [await directory.post('/Users', { schemas: [USER], userName: 'a@example.com', active: 'maybe' }), 400],
    [await directory.post('/Groups', { schemas: [GROUP], members: [] }), 400],
    [await directory.patch(`/Users/${id}`, {}), 400],
    [await directory.patch(`/Users/${id}`, operations({ op: 'move', path: 'active' })), 400],
    [await directory.patch(`/Users/${id}`, operations({ op: 'remove' })), 400],
    [await directory.patch(`/Users/${id}`, operations({ op: 'remove', path: 'userName' })), 400],
    [await directory.patch(`/Users/${id}`, operations({ op: 'replace', path: 'moon', value: 'x' })), 400],
    [await directory.patch(`/Users/${id}`, operations({ op: 'add', path: 'constructor', value: 'x' })), 400],
    [await directory.patch(`/Users/${id}`, operations({ op: 'replace', path: 'displayName', value: 'a\u0000' })), 400],
    [await directory.get('/Users?startIndex=x'), 400],
    [await directory.post('/Bulk', {}), 501],
    [await directory.get('/Me'), 501],
  ] as const;
  for (const [answer, status] of answers) {
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ schemas: [ERROR], status: `${status}`, detail: expect.stringMatching(/^\S.*\.$/) }),
    ]);
    expect(answer.headers.get('content-type')).toBe('application/scim+json');
  }
  expect(answers[0][0].headers.get('www-authenticate')).toBe('Bearer');
  expect(answers[5][0].headers.get('allow')).toBe('GET, POST');
});

test('the service evaluates filters of every kind', async () => {
  const { id } = await provisioned(directory, {
    displayName: 'Zoe Filter',
    externalId: 'Zoe-1',
    name: { formatted: 'Zoe Filter' },
  });
  for (const filter of [
    'displayName co "FILTER"',
    'displayName sw "zoe" and active eq true',
    'displayName ew "filter" and active eq "True"',
    'not (active eq false) and displayName eq "zoe filter"',
    '(displayName eq "nobody" or displayName eq "Zoe Filter") and externalId pr',
    'emails[type eq "work"] and name.formatted eq "Zoe Filter"',
    `${USER}:displayName eq "Zoe Filter"`,
    `meta.created gt "2020-01-01T00:00:00Z" and displayName eq "Zoe Filter"`,
    'DISPLAYNAME EQ "Zoe Filter"',
    `id eq "${id}" and displayName ne "x"`,
  ])
    expect({ filter, ids: await idsBy(directory, '/Users', filter) }).toEqual({ filter, ids: [id] });
  for (const filter of ['externalId eq "zoe-1"', `id eq "${id}" and active eq false`, 'moon pr', 'title eq "x"'])
    expect({ filter, ids: await idsBy(directory, '/Users', filter) }).toEqual({ filter, ids: [] });
});

test('the service sorts lists by an attribute, without regard to case, with what has no value at the end', async () => {
  const sent = [
    { displayName: 'sorted b', externalId: 'b' },
    { displayName: 'Sorted C' },
    { displayName: 'Sorted A', externalId: 'C' },
  ];
  for (const more of sent) await provisioned(directory, more);
  const listed = async (more: string) => {
    const filter = encodeURIComponent('displayName sw "sorted"');
    const { body } = await directory.get(`/Users?filter=${filter}&${more}`);
    return body.Resources.map(({ displayName }: { displayName: string }) => displayName.slice(-1)).join('');
  };
  expect(await listed('sortBy=displayName')).toBe('AbC');
  expect(await listed(`sortBy=${USER}:displayName&sortOrder=descending`)).toBe('CbA');
  expect(await listed('sortBy=displayName&startIndex=2&count=1')).toBe('b');
  // Identifiers are compared with regard to case.
  expect(await listed('sortBy=externalId')).toBe('AbC');
  expect(await listed('sortBy=externalId&sortOrder=descending')).toBe('CbA');
  const { Resources } = (await directory.get('/Users?sortBy=userName&attributes=userName')).body;
  const names: readonly string[] = Resources.map(({ userName }: { userName: string }) => userName);
  expect(names).toEqual(names.toSorted());
  expect(names.length).toBeGreaterThan(sent.length);
  for (const more of ['sortBy=displayName&sortOrder=up', 'sortBy=%5B'])
    expect((await directory.get(`/Users?${more}`)).status).toBe(400);
});

test('the service refuses filters that are wrong or cost too much', async () => {
  const many = Array.from({ length: 21 }, () => 'active eq true').join(' and ');
  const deep = `${'('.repeat(9)}active eq true${')'.repeat(9)}`;
  const long = `displayName eq "${'x'.repeat(2000)}"`;
  for (const filter of [
    '',
    'x',
    'active eq',
    'active eq maybe',
    'active is true',
    '(active eq true',
    'active eq true)',
    'displayName eq "x',
    '"x" eq "x"',
    'not active eq true',
    'active eq true or',
    many,
    deep,
    long,
  ]) {
    const { status, body } = await filtered(directory, '/Users', filter);
    expect({ filter, status, type: body.scimType }).toEqual({ filter, status: 400, type: 'invalidFilter' });
  }
  const far = await directory.get('/Users?startIndex=100001');
  expect([far.status, far.body.scimType]).toEqual([400, 'tooMany']);
});

test('the service counts requests as others, by token and by address', async () => {
  const few = await startService({ perMinute: 20 });
  try {
    const by = await aDirectory(few);
    const statuses: number[] = [];
    for (let one = 0; one < 30; one++) statuses.push((await by.get('/ServiceProviderConfig')).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    const limited = await by.get('/Users');
    expect([limited.status, limited.body.schemas]).toEqual([429, [ERROR]]);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    const guessing = new Caller(`${few.url}/scim/v2`, 'srt_wrong');
    const guesses: number[] = [];
    for (let one = 0; one < 30; one++) guesses.push((await guessing.get('/Users')).status);
    expect(guesses).toContain(429);
  } finally {
    await few.stop();
  }
});
