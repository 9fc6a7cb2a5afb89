import { createServer } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { checkClocks, clockAt, clockOf, type OtherClock } from '../src/doctor/clocks.ts';

const NOW = Date.UTC(2026, 10, 26, 12);
const showing = (name: string, at: number | undefined, precision = 0): OtherClock => ({
  name,
  ask: async () => (at === undefined ? undefined : { at, precision }),
});
const examined = (...others: readonly OtherClock[]) => checkClocks(others, () => NOW);

const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

test('the doctor has no line about clocks without another clock, or if none answers', async () => {
  expect(await examined()).toEqual([]);
  const broken: OtherClock = { name: 'x', ask: () => Promise.reject(new Error('no answer')) };
  expect(await examined(showing('the database', undefined), broken)).toEqual([]);
});

test('clocks that differ by at most two seconds pass, plus the precision of a clock that shows whole seconds', async () => {
  expect(await examined(showing('the database', NOW - 2000), showing('S3', NOW - 2900, 1000))).toEqual([
    { check: 'clocks', status: 'ok', text: 'this machine agrees with the database, S3' },
  ]);
});

test.each([
  [-2001, 'warn', 'this machine is 2.0 s ahead of the database'],
  [59_000, 'warn', 'this machine is 59.0 s behind the database'],
  [-61_000, 'fail', 'this machine is 61.0 s ahead of the database'],
])('a database that is off by %i ms is a %s', async (by, status, text) => {
  expect(await examined(showing('the database', NOW + by), showing('S3', NOW))).toEqual([
    { check: 'clocks', status, text, todo: 'set all clocks by NTP' },
  ]);
});

test('the clock of a server is in each of its answers, also in a refusal', async () => {
  const server = createServer((_, response) => {
    response.writeHead(403, { Date: new Date(Date.now() - 3_600_000).toUTCString() }).end();
  }).listen(0, '127.0.0.1');
  ends.push(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const [finding] = await checkClocks([clockAt('S3', `http://127.0.0.1:${port}/`)]);
  expect(finding).toMatchObject({
    status: 'fail',
    text: expect.stringMatching(/^this machine is (?:359\d|360\d)\.\d s ahead of S3$/),
  });
});

test('the doctor compares no clock of an unnamed store, or of one without a clock', async () => {
  expect([...clockOf(undefined, async () => NOW), ...clockOf('unnamed', async () => NOW)]).toEqual([]);
  expect(await examined(...clockOf({ postgresqlUrl: 'postgresql://x' }, async () => undefined))).toEqual([]);
});
