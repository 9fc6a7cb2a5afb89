import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { SourceProcess } from '@strongroom/test-servers/source-process';
import { Webhook } from 'standardwebhooks';
import { stateOf } from '../../src/store/collection.ts';
import { webhooks } from '../../src/store/webhooks.ts';
import { aRoom } from '../world/mothers.ts';
import { folderPorts } from '../world/ports.ts';
import { serve } from '../world/service.ts';
import { aFolder } from '../world/world.ts';
import { FastClock } from './fast-clock.ts';
import { FASTER, FOR_WEBHOOKS } from './for-webhooks.ts';

/** One answer of this number is a failure of the receiver. */
const FAILS_ONE_OF = 200;

/** `expected`: numbers of the events since the webhook was made. `taken`: those that the receiver took, in its order. */
type Judged = Readonly<{
  expected: readonly number[];
  taken: readonly number[];
  kills: number;
  /** Messages that no secret of the receiver had signed. */
  refused: number;
}>;

/** A receiver that knows one secret, as one does from the moment on in which its operator has changed it. */
async function aReceiver() {
  const state = { secret: '', taken: [] as number[], refused: 0 };
  const isSigned = (headers: IncomingHttpHeaders, body: string): boolean => {
    const [id, at] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
    const expected = new Webhook(state.secret).sign(id, new Date(at * 1000), body);
    return String(headers['webhook-signature']).split(' ').includes(expected);
  };
  const answerTo = (headers: IncomingHttpHeaders, body: string): number => {
    if (!isSigned(headers, body)) {
      state.refused++;
      return 401;
    }
    if (randomInt(FAILS_ONE_OF) === 0) return 500;
    state.taken.push((JSON.parse(body) as Readonly<{ data: Readonly<{ seq: number }> }>).data.seq);
    return 204;
  };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.writeHead(answerTo(request.headers, await text(request))).end();
  };
  const server = createServer((request, response) => void receive(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const end = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { state, url: `http://127.0.0.1:${port}/hook`, end };
}

/**
 * Changes a room while processes deliver the events. Each process is killed with SIGKILL around a random call and started again.
 * The secret is changed in between, and the receiver takes the new one at once.
 */
export async function webhookOfMany(
  of: Readonly<{
    events: number;
    processes: number;
    rotations: number;
    /** Calls after which a process is killed at the latest. */
    maxCalls: number;
  }>,
): Promise<Judged> {
  const folder = await aFolder();
  const begun = Date.now();
  const clock = new FastClock(begun, FASTER);
  const world = await serve(await folderPorts(folder, clock), clock, folder, FOR_WEBHOOKS);
  const { app, owner, ports } = world;
  const receiver = await aReceiver();
  const { size: first } = await ports.documents.audit.head();
  const { webhook, secret } = await owner.ask(app.webhooks.create, { url: receiver.url });
  receiver.state.secret = secret;
  const state = { isOver: false, kills: 0 };
  const start = (...until: readonly string[]) =>
    new SourceProcess(new URL('./deliver-fast.ts', import.meta.url), [folder, String(begun), ...until]);
  const workers = Array.from({ length: of.processes }, async () => {
    while (!state.isOver) {
      const worker = start(String(randomInt(1, of.maxCalls)), randomInt(2) === 0 ? 'before' : 'after');
      if ((await worker.died()) === 'SIGKILL') state.kills++;
    }
  });
  try {
    const room = await aRoom(world, owner, 'C1');
    const everySo = Math.ceil(of.events / (of.rotations + 1));
    for (let event = 1; event <= of.events; event++) {
      await owner.ask(app.rooms.edit, { roomId: room.id, name: `Room ${event}` });
      if (event % everySo === 0)
        receiver.state.secret = (await owner.ask(app.webhooks.rotateSecret, { webhookId: webhook.id })).secret;
    }
    // The processes that are killed deliver most of them.
    for (const { size } = await ports.documents.audit.head(); receiver.state.taken.length < (size - first) / 2; )
      await pause(50);
  } finally {
    // Workers are started again until then.
    state.isOver = true;
    await Promise.all(workers);
  }
  const last = start();
  const { size } = await ports.documents.audit.head();
  for (;;) {
    const [document] = await ports.documents.read([{ collection: webhooks.name, id: webhook.id }]);
    if (document !== undefined && stateOf(webhooks, document).position >= size) break;
    await pause(50);
  }
  await last.ended();
  await ports.documents.close();
  receiver.end();
  const { taken, refused } = receiver.state;
  return { expected: Array.from({ length: size - first }, (_, at) => first + at), taken, kills: state.kills, refused };
}

/** Each number where it comes first. */
export const firstOf = (taken: readonly number[]): readonly number[] => [...new Set(taken)];
