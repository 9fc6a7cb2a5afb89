import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { CallFailed } from '@strongroom/ports';
import { PinnedCalls } from '../src/index.ts';

/** A name whose server of names gives another answer each time it is asked, as one does who wants to reach inner servers. */

const [OUTSIDE, INSIDE] = ['127.0.0.2', '127.0.0.1'];
const ANSWER = { flags: 0x8180, type: 1, class: 1, pointer: 0xc00c } as const;

let names: Socket;
let answers: readonly (readonly string[])[];
let asked: number;
let outside: Server;
let inside: Server;
let reached: string[];
let port: number;

/** An answer with A records that no one may remember. */
function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(ANSWER.flags, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const record = Buffer.alloc(16);
    record.writeUInt16BE(ANSWER.pointer, 0);
    record.writeUInt16BE(ANSWER.type, 2);
    record.writeUInt16BE(ANSWER.class, 4);
    record.writeUInt16BE(4, 10);
    record.set(address.split('.').map(Number), 12);
    return record;
  });
  return Buffer.concat([head, question.subarray(12, end), ...records]);
}

function receiver(at: string): Server {
  return createServer((_request, response) => {
    reached.push(at);
    response.end('ok');
  });
}

beforeAll(async () => {
  names = createSocket('udp4');
  names.on('message', (question, from) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    names.send(answerTo(question, addresses), from.port, from.address);
  });
  names.bind(0, INSIDE);
  await once(names, 'listening');
  inside = receiver(INSIDE).listen(0, INSIDE);
  await once(inside, 'listening');
  ({ port } = inside.address() as AddressInfo);
  outside = receiver(OUTSIDE).listen(port, OUTSIDE);
  await once(outside, 'listening');
});
beforeEach(() => {
  [asked, reached] = [0, []];
});
afterAll(() => {
  names.close();
  for (const server of [inside, outside]) server.close();
});

/** Calls that may go to the outer receiver only. */
function calls(): PinnedCalls {
  const resolver = new Resolver();
  resolver.setServers([`${INSIDE}:${names.address().port}`]);
  const resolve = async (name: string) => (await resolver.resolve4(name)).map((address) => ({ address, family: 4 }));
  return new PinnedCalls({ networks: [`${OUTSIDE}/32`], resolve });
}

const post = (by: PinnedCalls) =>
  by.post({ url: `http://rebinds.example:${port}/`, headers: {}, body: '{}' }).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof CallFailed ? error.fault : error),
  );

test('a name that leads inside once it was checked reaches nothing there', async () => {
  answers = [[OUTSIDE], [INSIDE]];
  const by = calls();
  expect([await post(by), await post(by), await post(by)]).toEqual([200, 'address_refused', 'address_refused']);
  expect([reached, asked]).toEqual([[OUTSIDE], 3]);
});

test('a call connects to the allowed addresses of a name only, even if they do not answer', async () => {
  answers = [[INSIDE, OUTSIDE]];
  expect(await post(calls())).toBe(200);
  outside.close();
  outside.closeAllConnections();
  expect(await post(calls())).toBe('unreachable');
  expect(reached).toEqual([OUTSIDE]);
});
