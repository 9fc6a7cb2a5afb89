import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { build } from '../support/built.ts';
import { aRoom, given, times } from '../support/people-of-process.ts';
import { eventually, Place } from '../support/service-process.ts';

type Delivery = Readonly<{ id: string; headers: Readonly<Record<string, string>>; body: string; status: number }>;

let place: Place;
let receiver: Server;
let url: string;
/** The status of the answer to a delivery, by its number. */
let statusOf: (number: number) => number;
const deliveries: Delivery[] = [];

beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
  deliveries.length = 0;
  receiver = createServer((request, response) => {
    void text(request).then((body) => answer(request, response, body));
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterEach(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await place.end();
});

const accepted = (): readonly Delivery[] => deliveries.filter(({ status }) => status === 204);

function answer(request: IncomingMessage, response: ServerResponse, body: string): ServerResponse {
  const headers = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(request.headers[name])]),
  );
  const status = statusOf(deliveries.length);
  deliveries.push({ id: headers['webhook-id'] ?? '', headers, body, status });
  return response.writeHead(status).end(status === 500 ? 'out of order' : '');
}

test('a receiver that answers 500 and recovers, twice, gets every event once and in order', async () => {
  // Down at the first event, and again in the middle of the log.
  statusOf = (number) => (number < 2 || (number >= 20 && number < 22) ? 500 : 204);
  const service = await place.start({ STRONGROOM_WEBHOOK_NETWORKS: '127.0.0.1/32' });
  const owner = service.as(await place.ownerToken());
  const { id, secret } = await given(owner.post('/webhooks', { url }));
  for (let round = 0; round < 4; round++) await Promise.all(times(10, () => aRoom(owner)));
  await eventually('the failed delivery', async () => deliveries.length > 0 || undefined);
  expect(await given(owner.get(`/webhooks/${id}/deliveries`))).toContainEqual(
    expect.objectContaining({ status: 500, answer: 'out of order' }),
  );
  const events = (await given(owner.get('/audit-events?type=room.created&per_page=100'))).toReversed();
  const last = events.at(-1).id;
  await eventually('the last event', async () => accepted().some((one) => one.id === last) || undefined);

  const made = accepted().filter(({ body }) => JSON.parse(body).type === 'room.created');
  expect(made.map((one) => one.id)).toEqual(events.map((event: { id: string }) => event.id));
  // A refused event is sent until it is taken, and none overtakes it.
  const refused = deliveries.flatMap(({ status, id: one }, at) =>
    status === 500 ? [[one, deliveries[at + 1]?.id]] : [],
  );
  expect(refused).toHaveLength(4);
  for (const [one, next] of refused) expect(next).toBe(one);
  for (const { headers, body } of deliveries) new Webhook(secret).verify(body, { ...headers });
  expect(await given(owner.get('/webhooks'))).toMatchObject([{ id, disabled_at: null, failing_since: null }]);
}, 120_000);
