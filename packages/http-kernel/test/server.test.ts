import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  ClientAddress,
  CrossOrigin,
  type Exchange,
  HttpServer,
  type HttpTimeouts,
  Refusals,
  readBytes,
  sendAnswer,
  TRANSPORT_ERRORS,
  TransportError,
} from '../src/index.ts';
import { get, post, RawClient } from './raw-client.ts';

const BODY_LIMIT = 100;
const BODY_MS = 50;

let server: HttpServer;
let port: number;
let lines: Readonly<Record<string, unknown>>[];
let charged: number;
const clients: RawClient[] = [];
/** Requests that were begun, by path. */
let begun: string[];
/** Ends the wait of requests for `/held`. */
let go: () => void;
let onLine: () => void;

beforeEach(() => {
  lines = [];
  begun = [];
  charged = 0;
  onLine = () => undefined;
});
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await server.stop();
});

/** A service that answers with the path, or with the length of the body. `/held` waits for `go`. */
async function serve(times: HttpTimeouts = {}): Promise<void> {
  const held = new Promise<void>((resolve) => (go = resolve));
  const refusals = new Refusals({
    refusalOf: (error) => {
      const code = error instanceof TransportError ? error.code : 'BAD_REQUEST';
      const { status, text } = TRANSPORT_ERRORS[code];
      return { code, status, message: text, headers: [] };
    },
    charge: async ({ outcome }) => {
      charged += 1;
      outcome.isCharged = true;
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const answer = async (exchange: Exchange): Promise<void> => {
    const { request, path } = exchange;
    begun.push(path);
    try {
      if (path === '/held') await held;
      const data = request.method === 'POST' ? (await readBytes(request, BODY_LIMIT, BODY_MS)).length : path;
      await sendAnswer(exchange, { status: 200, headers: [], content: { kind: 'json', data } });
    } catch (error) {
      await refusals.answer(exchange, error);
    }
  };
  let count = 0;
  server = new HttpServer(
    {
      handler: answer,
      refusals,
      isCounted: () => true,
      ids: { uuid: () => `id ${count++}` as never },
      log: {
        info: (_: string, fields: Readonly<Record<string, unknown>> = {}) => {
          lines.push(fields);
          onLine();
        },
        warn: () => undefined,
        error: () => undefined,
      },
      addresses: new ClientAddress(0),
      crossOrigin: new CrossOrigin({ origins: [], exposed: '', allowed: '' }),
      transport: [],
    },
    times,
  );
  ({ port } = await server.listen('127.0.0.1', 0));
}

async function client(): Promise<RawClient> {
  const opened = await RawClient.open(port);
  clients.push(opened);
  return opened;
}

const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** Resolves when the log has this many lines. */
async function logged(count: number): Promise<void> {
  while (lines.length < count) await new Promise<void>((resolve) => (onLine = resolve));
}

describe('a slow sender', () => {
  test('gets a 408 in JSON for its headers, is charged, logged and disconnected', async () => {
    await serve({ headersTimeout: 100, connectionsCheckingInterval: 20 });
    const slow = await client();
    slow.send('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const text = await slow.closed();
    expect(statusesIn(text)).toEqual([408]);
    expect(text).toContain('"code":"REQUEST_TIMEOUT"');
    expect([charged, lines, begun]).toEqual([1, [expect.objectContaining({ status: 408 })], []]);
  });

  test('gets a 408 for its body', async () => {
    await serve();
    const slow = await client();
    slow.send(post('/slow', 10, 'half '));
    await slow.until('"code":"REQUEST_TIMEOUT"');
    expect(statusesIn(slow.received)).toEqual([408]);
  });

  test('that sends nothing more of a body that is read is disconnected', async () => {
    await serve({ stalledMs: 50 });
    const stalled = await client();
    stalled.send(get('/held'));
    expect(await stalled.closed()).toBe('');
    await logged(1);
    expect(lines).toMatchObject([{ status: 499 }]);
    go();
  });
});

describe('requests that are sent ahead of an answer', () => {
  test('are begun one after another, and answered in their order', async () => {
    await serve();
    const eager = await client();
    eager.send(get('/held') + get('/second') + post('/third', 3, 'abc') + get('/fourth', ['Connection: close']));
    const other = await client();
    other.send(get('/other'));
    await other.until('"/other"');
    expect(begun).toEqual(['/held', '/other']);
    go();
    const text = await eager.closed();
    expect(statusesIn(text)).toEqual([200, 200, 200, 200]);
    expect([...text.matchAll(/"data":("[^"]*"|\d+)/g)].map(([, data]) => data)).toEqual([
      '"/held"',
      '"/second"',
      '3',
      '"/fourth"',
    ]);
  });

  test('get their answers before malformed bytes after them are refused', async () => {
    await serve();
    const odd = await client();
    odd.send(`${get('/held') + get('/second')}no request\r\n\r\n`);
    const other = await client();
    other.send(get('/other'));
    await other.until('"/other"');
    go();
    expect(statusesIn(await odd.closed())).toEqual([200, 200, 400]);
  });

  test('end their connection if there are more than a hundred', async () => {
    await serve();
    const flooding = await client();
    flooding.send(get('/held') + get('/next').repeat(101));
    expect(await flooding.closed()).toBe('');
    go();
    expect(begun).toEqual(['/held']);
  });
});

describe('a request beyond a limit', () => {
  test.each([
    ['of the headers', get('/', [`X-Large: ${'x'.repeat(20_000)}`]), 431, 'HEADERS_TOO_LARGE'],
    ['of the address', get(`/${'x'.repeat(9000)}`), 414, 'URI_TOO_LONG'],
    ['of a body', post('/large', BODY_LIMIT + 1, 'x'.repeat(BODY_LIMIT + 1)), 413, 'PAYLOAD_TOO_LARGE'],
  ])('%s is refused in JSON, and charged', async (_, bytes, status, code) => {
    await serve();
    const large = await client();
    large.send(bytes);
    await large.until(`"code":"${code}"`);
    expect([statusesIn(large.received), charged]).toEqual([[status], 1]);
  });

  test('leaves its connection to the next request if its body is too long', async () => {
    await serve();
    const large = await client();
    large.send(post('/large', BODY_LIMIT + 1, 'x'.repeat(BODY_LIMIT + 1)));
    await large.until('PAYLOAD_TOO_LARGE');
    large.send(get('/next', ['Connection: close']));
    expect(statusesIn(await large.closed())).toEqual([413, 200]);
  });
});

describe('a request that its client abandons', () => {
  test('before its answer is logged as 499, and answers nothing', async () => {
    await serve();
    const gone = await client();
    gone.send(get('/held'));
    const other = await client();
    other.send(get('/other'));
    await other.until('"/other"');
    gone.socket.destroy();
    await logged(2);
    go();
    expect(lines.map(({ status }) => status)).toEqual([200, 499]);
  });

  test('within its body by a reset is neither answered nor charged', async () => {
    await serve();
    const gone = await client();
    gone.send(post('/half', 10, 'half'));
    const other = await client();
    other.send(get('/other'));
    await other.until('"/other"');
    gone.socket.resetAndDestroy();
    await logged(2);
    expect([lines.map(({ status }) => status), charged]).toEqual([[200, 499], 0]);
  });

  test('by ending its side within its body is refused with an answer, which it may still read', async () => {
    await serve();
    const half = await client();
    half.send(post('/half', 10, 'half'));
    half.socket.end();
    const text = await half.closed();
    expect([statusesIn(text), charged]).toEqual([[400], 1]);
    expect(text).toContain('"code":"BAD_REQUEST"');
  });
});

test('a server that drains serves on, and closes each connection after its answer', async () => {
  await serve();
  const [kept, busy] = [await client(), await client()];
  kept.send(get('/first'));
  await kept.until('"/first"');
  busy.send(get('/held'));
  const other = await client();
  other.send(get('/other'));
  await other.until('"/other"');
  expect(server.isDraining).toBe(false);
  void server.drain(1000);
  expect(server.isDraining).toBe(true);
  kept.send(get('/second'));
  const late = await client();
  late.send(get('/late'));
  go();
  for (const [asked, path] of [
    [kept, '/second'],
    [late, '/late'],
    [busy, '/held'],
  ] as const) {
    const text = await asked.closed();
    expect(text).toContain(`"${path}"`);
    expect(text.slice(text.lastIndexOf('HTTP/1.1'))).toContain('Connection: close');
  }
});

describe('a server that stops', () => {
  test('after a drain serves the last request of each open connection', async () => {
    await serve();
    const [late, other] = [await client(), await client()];
    other.send(get('/other'));
    await other.until('"/other"');
    await server.drain(0);
    const stopped = server.stop();
    late.send(get('/late'));
    expect(statusesIn(await late.closed())).toEqual([200]);
    await stopped;
  });

  test('closes idle connections at once, and finishes the request under way', async () => {
    await serve({ stopMs: 600_000 });
    const [idle, busy] = [await client(), await client()];
    idle.send(get('/first'));
    await idle.until('"/first"');
    busy.send(get('/held'));
    const other = await client();
    other.send(get('/other'));
    await other.until('"/other"');
    const stopped = server.stop();
    expect(statusesIn(await idle.closed())).toEqual([200]);
    await expect(RawClient.open(port)).rejects.toThrow('ECONNREFUSED');
    go();
    const text = await busy.closed();
    expect(statusesIn(text)).toEqual([200]);
    expect(text).toContain('Connection: close');
    await stopped;
  });

  test('cuts what has not finished in time', async () => {
    await serve({ stopMs: 50 });
    const busy = await client();
    busy.send(get('/held'));
    const other = await client();
    other.send(get('/other'));
    await other.until('"/other"');
    await server.stop();
    expect(await busy.closed()).toBe('');
    go();
  });
});
