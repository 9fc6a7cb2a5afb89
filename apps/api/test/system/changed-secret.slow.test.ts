import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { freePorts } from '@strongroom/test-servers/free-port';
import { AskingBalancer } from '../deploy/restarted-under-load.ts';
import { Caller } from '../support/caller.ts';
import {
  aLink,
  anEmail,
  anUpload,
  aRoom,
  confirm,
  given,
  mailedSecret,
  put,
  redeem,
  times,
} from '../support/people-of-process.ts';
import { Place, type ServiceProcess } from '../support/service-process.ts';

jest.setTimeout(300_000);

const CALLERS = 6;
const [OLD, NEW] = times(2, () => randomBytes(32).toString('base64')) as [string, string];

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Has one process make everything that depends on the secret, and any other one take it, by a balancer before both. */
async function wholeRound(owner: Caller, origin: string, data: string): Promise<number> {
  const room = await aRoom(owner);
  const first = await owner.get('/rooms?per_page=1');
  await given(owner.get(`/rooms?per_page=1&cursor=${first.body.meta.next_cursor}`));
  const upload = await anUpload(owner, room);
  const { pathname, search } = new URL(upload.upload_url);
  const status = await put(`${origin}${pathname}${search}`);
  if (status !== 200) throw new Error(`the PUT was answered ${status}`);
  const again = { 'Idempotency-Key': randomUUID() };
  const file = await given(confirm(owner, room, upload, again));
  await given(confirm(owner, room, upload, again));
  const { token } = await aLink(owner, file, 1);
  const key = { 'Idempotency-Key': randomUUID() };
  const [one, two] = [
    await given(redeem(owner.as(undefined), token, key)),
    await given(redeem(owner.as(undefined), token, key)),
  ];
  expect(two.redemption).toBe(one.redemption);
  const email = anEmail();
  await given(owner.post('/users/invite', { email, role: 'member' }));
  const secret = await mailedSecret(data, email);
  await given(owner.as(undefined).post('/invitations/accept', { token: secret, name: 'A Person' }));
  return 12;
}

test('the secret of the service changes under load, process by process, without a failed request', async () => {
  const place = await Place.make();
  ends.push(() => place.end());
  const ports = await freePorts(2);
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const start = (index: number, secret: string): Promise<ServiceProcess> =>
    place.start({
      PORT: `${ports[index]}`,
      STRONGROOM_SECRET: secret,
      STRONGROOM_DRAIN_SECONDS: '2',
      STRONGROOM_RATE_LIMIT: '1000000',
      STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
    });
  const services = [await start(0, OLD), await start(1, OLD)];
  const balancer = await AskingBalancer.start(origins);
  ends.push(() => balancer.stop());
  const owner = new Caller(`${balancer.url}/api/v1`, await place.ownerToken());
  await aRoom(owner);

  const over = new AbortController();
  const failed: string[] = [];
  let asked = 0;
  const loads = times(CALLERS, async () => {
    while (!over.signal.aborted)
      await wholeRound(owner, balancer.url, place.data).then(
        (number) => (asked += number),
        (error: unknown) => failed.push(String(error)),
      );
  });
  const begun = performance.now();
  for (const secret of [`${OLD},${NEW}`, `${NEW},${OLD}`, NEW]) {
    for (const index of [0, 1]) {
      services[index]?.signal('SIGTERM');
      expect(await services[index]?.ended()).toBe(0);
      services[index] = await start(index, secret);
      await balancer.takes(origins[index] ?? '');
    }
    // Rounds that began with the earlier secret end before it goes.
    if (secret.startsWith(NEW)) await Promise.all(times(2, () => wholeRound(owner, balancer.url, place.data)));
  }
  over.abort();
  await Promise.all(loads);
  console.log(`${asked} requests in ${Math.round((performance.now() - begun) / 1000)} s, three steps of two processes`);
  expect(failed).toEqual([]);
  expect(asked).toBeGreaterThan(300);

  // A process that was forgotten is refused, and says so.
  services[0]?.signal('SIGTERM');
  await services[0]?.ended();
  await expect(start(0, OLD)).rejects.toThrow(/is not the one this store is used with/);
});
