import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPerson } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

const PASSWORD = 'correct horse battery';

let world: World;
let elsewhere: World | undefined;
beforeAll(async () => {
  world = await startService();
});
afterAll(async () => {
  await elsewhere?.stop();
  await world.stop();
});

async function somebody() {
  const person = await aPerson(world);
  expect((await person.session.post('/me/password', { new_password: PASSWORD })).status).toBe(200);
  const signIn = async (password: string) =>
    (await world.visitor.post('/sessions', { email: person.email, password })).status;
  return { ...person, signIn };
}

const times = (count: number, ask: () => Promise<number>) => Promise.all(Array.from({ length: count }, ask));
const countOf = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

test('fifteen concurrent sign-ins with the right password all succeed', async () => {
  const { signIn } = await somebody();
  expect(await times(15, () => signIn(PASSWORD))).toEqual(Array.from({ length: 15 }, () => 201));
});

test('exactly ten of thirty concurrent wrong passwords are checked, and then a right one is limited too', async () => {
  const { signIn } = await somebody();
  const statuses = await times(30, () => signIn('a wrong password'));
  expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([10, 20]);
  expect(await signIn(PASSWORD)).toBe(429);
});

test('an attempt refused by the limit of its address does not count against the user', async () => {
  const other = await startService();
  elsewhere = other;
  const { window, ip } = { window: { limit: 100, milliseconds: 60_000 }, ip: '127.0.0.1' };
  const email = 'nobody@example.com';
  const now = () => other.ports.clock.now();
  for (let n = 0; n < 100; n++) await other.ports.limiter.take(`sign-in:${ip}`, window, now());
  for (let n = 0; n < 12; n++)
    expect((await other.visitor.post('/sessions', { email, password: 'x' })).status).toBe(429);
  const person = await other.ports.limiter.take(`sign-in:${ip}:${email}`, { ...window, limit: 10 }, now());
  expect(person.remaining).toBe(9);
});

test('ten wrong current passwords a minute are checked', async () => {
  const { caller, session, signIn } = await somebody();
  const guess = async (current_password: string) =>
    (await caller.post('/me/password', { current_password, new_password: 'another good password' })).status;
  for (let n = 0; n < 10; n++) expect(await guess(`guess ${n}`)).toBe(401);
  const refused = await session.post('/me/password', { current_password: PASSWORD, new_password: PASSWORD });
  expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // The holder of a token cannot lock its owner out of signing in.
  expect(await signIn(PASSWORD)).toBe(201);
});

test('a user who knows their current password may change it without limit', async () => {
  const { caller } = await somebody();
  for (let n = 0; n < 12; n++)
    expect((await caller.post('/me/password', { current_password: PASSWORD, new_password: PASSWORD })).status).toBe(
      200,
    );
});
