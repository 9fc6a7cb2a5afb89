import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import { CallFailed, type OutgoingCalls } from '@strongroom/ports';
import { type PromiseTest, registerSuite } from './base/promise.ts';

type Address = Readonly<{ address: string; family: number }>;

export type OutgoingCallsHarness = {
  /** `networks`: those that the operator named. `resolve`: the addresses of a name. */
  calls: (
    of: Readonly<{
      networks?: readonly string[];
      deadlineMs?: number;
      resolve?: (name: string) => Promise<readonly Address[]>;
    }>,
  ) => OutgoingCalls;
  end: () => Promise<void>;
};

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;
type Receiver = Readonly<{ url: string; port: number; count: () => number }>;

const LOOPBACK = ['127.0.0.1/32'];
const HERE = { address: '127.0.0.1', family: 4 };
const SOON = 300;

async function receiving(listener: Listener, run: (receiver: Receiver) => Promise<void>): Promise<void> {
  let count = 0;
  const server = createServer((request, response) => void listener(request, response));
  server.on('connection', () => count++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await run({ url: `http://127.0.0.1:${port}/hook?x=1`, port, count: () => count });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof CallFailed ? error.fault : error),
  );

const call = (url: string) => ({
  url,
  headers: { 'content-type': 'application/json', 'webhook-id': 'e1' },
  body: '{"ä":1}',
});
const ok: Listener = (_request, response) => response.end('ok');

/** Ends with its connection. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('a'), 20);
  response.on('close', () => clearInterval(timer));
}

const REFUSED = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://172.31.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/',
  'https://100.64.0.1/',
  'https://224.0.0.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
];

/** Every promise of outgoing calls as a test, in the order of their ids. */
export const outgoingCallsPromises: readonly PromiseTest<OutgoingCallsHarness>[] = [
  {
    id: 'OC-01',
    title: 'sends method, path, headers and body, and resolves with the answer of any status',
    run: async ({ calls }) => {
      const seen: unknown[] = [];
      const listener: Listener = async (request, response) => {
        const { method, url, headers } = request;
        seen.push([method, url, headers['webhook-id'], headers['content-type'], await text(request)]);
        response.writeHead(418).end('tea');
      };
      await receiving(listener, async ({ url }) => {
        expect(await calls({ networks: LOOPBACK }).post(call(url))).toMatchObject({ status: 418, body: 'tea' });
      });
      expect(seen).toEqual([['POST', '/hook?x=1', 'e1', 'application/json', '{"ä":1}']]);
    },
  },
  {
    id: 'OC-02',
    title: 'follows no redirection',
    run: ({ calls }) =>
      receiving(ok, (other) =>
        receiving(
          (_request, response) => response.writeHead(307, { location: other.url }).end(),
          async ({ url }) => {
            expect(await calls({ networks: LOOPBACK }).post(call(url))).toMatchObject({ status: 307 });
            expect(other.count()).toBe(0);
          },
        ),
      ),
  },
  {
    id: 'OC-03',
    title: 'refuses reserved addresses by number, in every form',
    run: async ({ calls }) => {
      for (const url of REFUSED)
        expect([url, await faultOf(calls({ deadlineMs: SOON }).post(call(url)))]).toEqual([url, 'address_refused']);
    },
  },
  {
    id: 'OC-03',
    title: 'refuses a name of a reserved address, and connects to nothing',
    run: ({ calls }) =>
      receiving(ok, async ({ port, count }) => {
        const resolve = async () => [HERE];
        const posts = calls({ resolve, networks: ['10.0.0.0/8'] }).post(call(`https://rooms.example:${port}/`));
        expect(await faultOf(posts)).toBe('address_refused');
        expect(count()).toBe(0);
      }),
  },
  {
    id: 'OC-04',
    title: 'resolves a name once and connects to the address that was checked',
    run: ({ calls }) =>
      receiving(ok, async ({ port, count }) => {
        let asked = 0;
        const resolve = async () => [++asked === 1 ? HERE : { address: '127.0.0.2', family: 4 }];
        const posts = calls({ resolve, networks: LOOPBACK }).post(call(`http://rooms.example:${port}/`));
        expect(await posts).toMatchObject({ status: 200 });
        expect([asked, count()]).toEqual([1, 1]);
      }),
  },
  {
    id: 'OC-05',
    title: 'ends at the deadline without an answer',
    run: ({ calls }) =>
      receiving(
        () => undefined,
        async ({ url }) => {
          expect(await faultOf(calls({ networks: LOOPBACK, deadlineMs: SOON }).post(call(url)))).toBe('too_late');
        },
      ),
  },
  {
    id: 'OC-05',
    title: 'ends at the deadline while an answer drips',
    run: ({ calls }) =>
      receiving(
        (_request, response) => drip(response.writeHead(200)),
        async ({ url }) => {
          expect(await faultOf(calls({ networks: LOOPBACK, deadlineMs: SOON }).post(call(url)))).toBe('too_late');
        },
      ),
  },
  {
    id: 'OC-06',
    title: 'reads 1024 bytes of the answer and ends the connection',
    run: async ({ calls }) => {
      let ended: Promise<unknown> = Promise.resolve();
      const endless: Listener = (request, response) => {
        ended = once(request.socket, 'close');
        response.writeHead(200).write('a'.repeat(5000));
      };
      await receiving(endless, async ({ url }) => {
        const { body } = await calls({ networks: LOOPBACK }).post(call(url));
        expect(body).toBe('a'.repeat(1024));
        await ended;
      });
    },
  },
  {
    id: 'OC-07',
    title: 'refuses addresses that are not https, and those with a password',
    run: async ({ calls }) => {
      const resolve = async () => [{ address: '93.184.216.34', family: 4 }];
      const one = calls({ resolve, networks: LOOPBACK, deadlineMs: SOON });
      for (const url of [
        'http://rooms.example/',
        'ftp://rooms.example/',
        'https://a:b@rooms.example/',
        'rooms.example',
        'http://a:b@127.0.0.1:1/',
      ])
        expect([url, await faultOf(one.post(call(url)))]).toEqual([url, 'address_refused']);
    },
  },
  {
    id: 'OC-08',
    title: 'fails where there is no receiver, no such name, or an interrupted answer',
    run: ({ calls }) =>
      receiving(
        (_request, response) => {
          response.writeHead(200, { 'content-length': '10' }).write('half');
          setImmediate(() => response.destroy());
        },
        async ({ url }) => {
          const closed = call('http://127.0.0.1:1/');
          expect(await faultOf(calls({ networks: LOOPBACK }).post(closed))).toBe('unreachable');
          const resolve = () => Promise.reject(new Error('ENOTFOUND'));
          expect(await faultOf(calls({ resolve }).post(call('https://rooms.example/')))).toBe('unreachable');
          expect(await faultOf(calls({ networks: LOOPBACK }).post(call(url)))).toBe('unreachable');
        },
      ),
  },
  {
    id: 'OC-09',
    title: 'tells that a receiver is in a network that the operator named',
    run: ({ calls }) =>
      receiving(ok, async ({ url }) => {
        expect(await calls({ networks: LOOPBACK }).post(call(url))).toMatchObject({ isInNamedNetwork: true });
      }),
  },
];

/** Registers the suite with Jest for one adapter. */
export const outgoingCallsSuite = (name: string, harness: () => Promise<OutgoingCallsHarness>): void =>
  registerSuite(name, outgoingCallsPromises, harness);
