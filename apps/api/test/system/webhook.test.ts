import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createProxy, type IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { build } from '../support/built.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../support/certificate.ts';
import { given } from '../support/people-of-process.ts';
import { Place } from '../support/service-process.ts';

const NETWORKS = { STRONGROOM_WEBHOOK_NETWORKS: '127.0.0.1/32' };

let place: Place;
let receiver: Server;
let url: string;
let took: Promise<Readonly<{ headers: IncomingMessage['headers']; body: string }>>;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
  receiver = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY });
  took = new Promise((resolve) => {
    receiver.on('request', (request: IncomingMessage, response) => {
      response.writeHead(204).end();
      void text(request).then((body) => resolve({ headers: request.headers, body }));
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  url = `https://localhost:${(receiver.address() as AddressInfo).port}/hook`;
});
afterEach(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await place.end();
});

async function authority(): Promise<Readonly<Record<string, string>>> {
  const file = join(place.folder, 'authority.pem');
  await writeFile(file, CERTIFICATE);
  return { NODE_EXTRA_CA_CERTS: file };
}

/** Makes a webhook and sends a test to it. */
async function send(settings: Readonly<Record<string, string>>) {
  const service = await place.start({ ...NETWORKS, ...settings });
  const owner = service.as(await place.ownerToken());
  const { id, secret } = await given(owner.post('/webhooks', { url, types: ['room.destroyed'] }));
  return { outcome: await given(owner.post(`/webhooks/${id}/deliveries`, {})), secret };
}

test('a receiver whose certificate no authority vouches for gets nothing', async () => {
  const { outcome } = await send({});
  expect(outcome).toMatchObject({ status: null, fault: 'unreachable' });
}, 60_000);

test('a receiver with a certificate of the operator’s authority is called by https through the operator’s proxy', async () => {
  const asked: string[] = [];
  const proxy = createProxy();
  const sockets: Socket[] = [];
  proxy.on('connect', ({ url: target = '' }: IncomingMessage, socket: Socket) => {
    asked.push(target);
    const [host = '', port = ''] = target.split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    sockets.push(socket, onward);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  try {
    const settings = { STRONGROOM_WEBHOOK_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
    const { outcome, secret } = await send({ ...(await authority()), ...settings });
    expect(outcome).toMatchObject({ status: 204, fault: null });
    const { headers, body } = await took;
    const named = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]);
    expect(new Webhook(secret).verify(body, Object.fromEntries(named))).toMatchObject({ type: 'webhook.test' });
    // By the address that was checked, so that the proxy resolves no name.
    expect(asked).toEqual([`127.0.0.1:${new URL(url).port}`]);
    expect(headers.host).toBe(new URL(url).host);
  } finally {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  }
}, 60_000);
