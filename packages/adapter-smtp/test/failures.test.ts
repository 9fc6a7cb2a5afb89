import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import type { SMTPServerOptions } from 'smtp-server';
import { aMailServer, listenOnFreePort, serverAt } from './mail-server.ts';
import { aMessage, failureOf, mailerTo } from './setting.ts';

const SILENCE_MS = 200;
/** Milliseconds that no step before the silence takes, even on a busy machine. */
const LONG_SILENCE_MS = 3000;
/** Milliseconds: far more than the allowed silence, and less than the 30 seconds and more that the library waits by itself. */
const AT_MOST = 25_000;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function aServer(options: SMTPServerOptions) {
  const server = await aMailServer(options);
  ends.push(server.stop);
  return server;
}

/** A scripted server: sends the given lines one by one, and then calls `last`. */
async function aPretender(lines: readonly string[], last: (socket: Socket) => void = () => undefined) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const rest = [...lines];
    const next = () => {
      const line = rest.shift();
      if (line === undefined) last(socket);
      else socket.write(`${line}\r\n`);
    };
    socket.on('data', next);
    next();
  });
  const port = await listenOnFreePort(server);
  ends.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port };
}

/** Replies that a sender waits for, from the greeting to the point where it sends the message. */
const TO_DATA = ['220 hello', '250 hello', '250 sender', '250 recipient', '354 go on'];

async function timed<T>(work: Promise<T>): Promise<Readonly<{ value: T; took: number }>> {
  const begin = performance.now();
  const value = await work;
  return { value, took: performance.now() - begin };
}

const refusing = (responseCode: number, text: string): SMTPServerOptions => ({
  onRcptTo: (_address, _session, done) => done(Object.assign(new Error(text), { responseCode })),
});

test.each([
  [550, '5.1.1 <ada@example.com>: there is no such person', 'EENVELOPE 550 5.1.1'],
  [451, '4.7.1 ada@example.com is greylisted, try again later', 'EENVELOPE 451 4.7.1'],
])('the mailer reports a recipient refused with %i', async (code, text, why) => {
  const server = await aServer(refusing(code, text));
  expect(await failureOf(mailerTo(serverAt(server)).send(aMessage()))).toMatchObject({ why, maybeDone: false });
  expect(server.taken).toEqual([]);
});

test('the mailer reports a message refused after it was sent whole', async () => {
  const server = await aServer({
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => done(Object.assign(new Error('spam'), { responseCode: 554 })));
    },
  });
  expect(await failureOf(mailerTo(serverAt(server)).send(aMessage()))).toMatchObject({
    why: expect.stringMatching(/^EMESSAGE 554/),
    maybeDone: false,
  });
});

test('the mailer reports a refused connection', async () => {
  const server = await aMailServer();
  await server.stop();
  expect(await failureOf(mailerTo(serverAt(server)).send(aMessage()))).toMatchObject({
    why: 'ESOCKET ECONNREFUSED',
    maybeDone: false,
  });
});

test('the mailer times out on a server that accepts the connection and sends nothing', async () => {
  const mailer = mailerTo(serverAt(await aPretender([])), SILENCE_MS);
  const { value, took } = await timed(failureOf(mailer.send(aMessage())));
  expect(value).toMatchObject({ why: expect.stringMatching(/^ETIMEDOUT/), maybeDone: false });
  expect(took).toBeLessThan(AT_MOST);
  expect((await timed(failureOf(mailer.check()))).took).toBeLessThan(AT_MOST);
});

test('the mailer closes the connection of a check that takes too long', async () => {
  let closed: () => void = () => undefined;
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const dripping = (socket: Socket) => {
    const drip = setInterval(() => socket.write('2'), SILENCE_MS / 4);
    socket.on('close', () => {
      clearInterval(drip);
      closed();
    });
  };
  const mailer = mailerTo(serverAt(await aPretender(['220 hello'], dripping)), SILENCE_MS);
  expect((await failureOf(mailer.check())).why).toMatch(/^ETIMEDOUT/);
  expect((await timed(isClosed)).took).toBeLessThan(AT_MOST);
});

test('the mailer reports a message as maybe sent if the server falls silent after it', async () => {
  const mailer = mailerTo(serverAt(await aPretender(TO_DATA)), LONG_SILENCE_MS);
  const { value, took } = await timed(failureOf(mailer.send(aMessage())));
  expect(value).toMatchObject({ why: expect.stringMatching(/^ETIMEDOUT/), maybeDone: true });
  expect(took).toBeLessThan(AT_MOST);
});

test('the mailer times out on a server that answers byte by byte', async () => {
  const dripping = (socket: Socket) => {
    const drip = setInterval(() => socket.write('2'), SILENCE_MS / 4);
    socket.on('close', () => clearInterval(drip));
  };
  const mailer = mailerTo(serverAt(await aPretender(['220 hello', '250 hello'], dripping)), SILENCE_MS);
  const { value, took } = await timed(failureOf(mailer.send(aMessage())));
  expect(value.why).toMatch(/^(EABORT|ETIMEDOUT)/);
  expect(took).toBeLessThan(AT_MOST);
});

test.each([
  ['before it says anything', 0, false],
  ['after the greeting', 1, false],
  ['after the recipient', 4, true],
  ['in the middle of the message', 5, true],
])('the mailer reports a connection that ends %s', async (_title, lines, maybeDone) => {
  const server = await aPretender(TO_DATA.slice(0, lines), (socket) => socket.destroy());
  const { value, took } = await timed(failureOf(mailerTo(serverAt(server)).send(aMessage())));
  expect(value).toMatchObject({ why: expect.stringMatching(/^(ECONNECTION|ESOCKET)/), maybeDone });
  expect(took).toBeLessThan(AT_MOST);
});

test('the same message goes out under the same Message-ID once the server is there', async () => {
  const gone = await aMailServer();
  await gone.stop();
  const mailer = mailerTo(serverAt(gone));
  await failureOf(mailer.send(aMessage()));
  const back = await aMailServer({}, gone.port);
  ends.push(back.stop);
  await mailer.send(aMessage());
  await mailer.send(aMessage());
  const messageId = '<0d4e7a52-6d38-4a86-9c3e-6a1f3a4b5c6d@example.com>';
  expect(back.taken).toMatchObject([{ messageId }, { messageId }]);
});
