import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ANSWERS_IN_BETWEEN, type AnswerInBetween, UnreliableLine } from './unreliable-line.ts';

let echo: Server;
let line: UnreliableLine;
beforeEach(async () => {
  echo = createServer((request, response) => {
    void buffer(request).then(
      (body) => response.end(body),
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  line = await UnreliableLine.to(() => `http://127.0.0.1:${(echo.address() as AddressInfo).port}`);
});
afterEach(async () => {
  await line.end();
  echo.close();
  echo.closeAllConnections();
});

const send = (body: Uint8Array<ArrayBuffer>) => fetch(`${line.url}/x?y`, { method: 'PUT', body, redirect: 'manual' });
const bytesOf = async (answer: Promise<Response>) => (await (await answer).arrayBuffer()).byteLength;

test('the line passes requests and answers on', async () => {
  expect(await bytesOf(send(new Uint8Array(300_000)))).toBe(300_000);
  expect(line.passed).toMatchObject([{ method: 'PUT', path: '/x?y' }]);
});

test('the line is as slow as its bytes per second, for all connections together', async () => {
  line.bytesPerSecond = 400_000;
  const began = performance.now();
  await Promise.all([bytesOf(send(new Uint8Array(30_000))), bytesOf(send(new Uint8Array(30_000)))]);
  expect(performance.now() - began).toBeGreaterThanOrEqual(290);
});

test.each(['request', 'answer'] as const)('the line cuts the %s in the middle, once', async (of) => {
  line.cut(of, 100_000);
  await expect(bytesOf(send(new Uint8Array(300_000)))).rejects.toThrow(/\S/u);
  expect(await bytesOf(send(new Uint8Array(300_000)))).toBe(300_000);
});

test('the line closes in the middle of an answer, whose beginning arrives', async () => {
  line.close(100_000);
  const { body } = await send(new Uint8Array(300_000));
  let arrived = 0;
  const reading = async (): Promise<void> => {
    for await (const piece of body as ReadableStream<Uint8Array>) arrived += piece.length;
  };
  await expect(reading()).rejects.toThrow(/\S/u);
  expect(arrived).toBe(100_000);
});

test('the line refuses and breaks connections while it is offline', async () => {
  line.bytesPerSecond = 10_000;
  const broken = bytesOf(send(new Uint8Array(300_000)));
  broken.catch(() => undefined);
  await line.until(() => line.passed.length === 1);
  line.goOffline();
  await expect(broken).rejects.toThrow(/\S/u);
  await expect(bytesOf(send(new Uint8Array(1)))).rejects.toThrow(/\S/u);
  expect(line.refused).toBeGreaterThanOrEqual(2);
  line.goOnline();
  expect(await bytesOf(send(new Uint8Array(1)))).toBe(1);
});

test.each(Object.keys(ANSWERS_IN_BETWEEN) as AnswerInBetween[])(
  'the line answers "%s" in place of the service',
  async (name) => {
    line.answer(name);
    const answer = await send(new Uint8Array(10));
    expect([answer.status, await answer.text()]).toEqual([
      ANSWERS_IN_BETWEEN[name].status,
      ANSWERS_IN_BETWEEN[name].body,
    ]);
    expect(line.passed).toEqual([]);
    expect(await bytesOf(send(new Uint8Array(10)))).toBe(10);
  },
);
