import { expect, test } from '@jest/globals';
import { crowdedOut, MAX_WAITING, WaitingBound } from '../../src/kernel/waiting-bound.ts';
import { waitingSignInOf } from '../../src/operations/device-logins/request-device-login.ts';
import { deviceLogins, EVERY_DEVICE_LOGIN } from '../../src/store/device-logins.ts';
import { openWorld } from '../world/world.ts';

const at = (ips: readonly string[]) => ips.map((ip, since) => ({ ip, since: since as never }));
const ended = (ips: readonly string[], number: number) =>
  crowdedOut(at(ips), number).map(({ ip, since }) => `${Number(since)} ${ip}`);

test('the oldest of the busiest network end first', () => {
  expect(ended(['a', 'b', 'b', 'c', 'b', 'a', 'b'], 2)).toEqual(['1 b', '2 b']);
});

test('networks are brought to the same number, and then the oldest of all end', () => {
  expect(ended(['a', 'b', 'b', 'c', 'b', 'a', 'b'], 3)).toEqual(['1 b', '2 b', '0 a']);
  expect(ended(['a', 'b', 'b', 'c', 'b', 'a', 'b'], 5)).toEqual(['1 b', '2 b', '0 a', '4 b', '3 c']);
});

test('addresses of one IPv6 network of 48 bits are one network', () => {
  expect(ended(['192.0.2.1', '2001:db8:1:1::1', '2001:db8:2::1', '2001:db8:1:2::1'], 1)).toEqual(['1 2001:db8:1:1::1']);
});

test('all waiting sign-ins end if more have to end than wait', () => {
  expect(ended(['a', 'b'], 9)).toHaveLength(2);
  expect(ended([], 9)).toEqual([]);
});

test('answered sign-ins of one network end before the one that waits from another', async () => {
  const { ports, clock } = await openWorld();
  const { documents, log } = ports;
  const stored = (id: string, ip: string, answer: Readonly<{ kind: string }> | null) => ({
    collection: deviceLogins.name,
    insert: {
      id,
      version: 1,
      schema: 1,
      position: clock.now(),
      keys: [EVERY_DEVICE_LOGIN],
      uniqueKeys: [],
      body: { startedBy: { ip }, createdAt: clock.now(), answer },
    },
  });
  await documents.commit([stored('calm', '192.0.2.1', null)]);
  for (let from = 0; from < MAX_WAITING; from += 100)
    await documents.commit(
      Array.from({ length: 100 }, (_, index) => stored(`loud-${from + index}`, '198.51.100.1', { kind: 'refused' })),
    );
  const bound = new WaitingBound(
    { documents, clock, log },
    {
      collection: deviceLogins.name,
      key: EVERY_DEVICE_LOGIN,
      lifetime: 600_000,
      signIn: waitingSignInOf,
    },
  );
  await bound.makeRoom();
  const left = async (id: string) => (await documents.read([{ collection: deviceLogins.name, id }]))[0] !== undefined;
  expect([await left('calm'), await left('loud-0')]).toEqual([true, false]);
});
