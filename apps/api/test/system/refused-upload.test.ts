import { Agent, request } from 'node:http';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { anUpload, aRoom } from '../support/people-of-process.ts';
import { Place } from '../support/service-process.ts';

// Each test starts processes, on machines that may be busy.
let place: Place;
let agent: Agent;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  agent.destroy();
  await place.end();
});

/** Sends a request over the only connection, and returns its status and the client's port. */
const ask = (method: string, url: string, body?: Uint8Array): Promise<{ status: number | undefined; port: unknown }> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers: body ? { 'Content-Length': body.length } : {} });
    asked.on('error', reject).on('response', (response) => {
      const port = response.socket.localPort;
      response.resume().on('end', () => resolve({ status: response.statusCode, port }));
    });
    asked.end(body);
  });

test('a large upload that is refused half way is read to its end, and its connection serves the next request', async () => {
  const service = await place.start();
  const owner = service.as(await place.ownerToken());
  const { upload_url: url } = await anUpload(owner, await aRoom(owner));
  const refused = await ask('PUT', url, Buffer.alloc(20 * 1024 * 1024));
  expect(refused.status).toBe(413);
  expect(await ask('GET', `${service.url}/healthz`)).toEqual({ status: 200, port: refused.port });
});
