import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { expect } from '@jest/globals';
import { Unavailable, type WitnessPeer } from '@strongroom/ports';
import { type PromiseTest, registerSuite } from './base/promise.ts';

export type WitnessPeerHarness = {
  /** A peer at an address, which waits for an answer for about this time. */
  peer: (url: string, milliseconds: number) => WitnessPeer;
  end: () => Promise<void>;
};

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

const VKEY = 'witness.example+00000000+BA==';
/** The verifier key of the peers of a harness. */
export const WITNESS_VKEY = VKEY;
const SOON = 300;
const LATER = 60_000;
const CHECKPOINT = 'old 0\n\nrooms.example/log\n3\nAAAA\n\n— ünïcode\n';

/** Runs with a witness that answers like this. */
async function answering(listener: Listener, run: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => void listener(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Ends with its connection. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('a'), 20);
  response.on('close', () => clearInterval(timer));
}

const unavailable = (how: string, listener: Listener): PromiseTest<WitnessPeerHarness> => ({
  id: 'WP-02',
  title: `is unavailable where the witness ${how}`,
  run: ({ peer }) =>
    answering(listener, async (url) => {
      expect(await failureOf(peer(url, SOON).submit(CHECKPOINT))).toBeInstanceOf(Unavailable);
    }),
});

/** Every promise of a witness as a test, in the order of their ids. */
export const witnessPeerPromises: readonly PromiseTest<WitnessPeerHarness>[] = [
  {
    id: 'WP-01',
    title: 'posts a checkpoint word for word, and returns what is answered',
    run: async ({ peer }) => {
      const received: (string | undefined)[] = [];
      const listener: Listener = async (request, response) => {
        received.push(request.method, request.url, await text(request));
        response.writeHead(409, { 'Content-Type': 'text/x.tlog.size' }).end('7\n');
      };
      await answering(listener, async (url) => {
        const witness = peer(`${url}/prefix`, LATER);
        expect(witness.vkey).toBe(VKEY);
        expect(await witness.submit(CHECKPOINT)).toEqual({ status: 409, body: '7\n' });
      });
      expect(received).toEqual(['POST', '/prefix/add-checkpoint', CHECKPOINT]);
    },
  },
  unavailable('does not answer', () => undefined),
  unavailable('stops in the middle', (_, response) => response.writeHead(200, { 'Content-Length': '9' }).write('a')),
  unavailable('sends a byte now and then', (_, response) => drip(response)),
  {
    id: 'WP-02',
    title: 'is unavailable where the witness is down',
    run: async ({ peer }) => {
      let gone = '';
      await answering(
        () => undefined,
        async (url) => {
          gone = url;
        },
      );
      expect(await failureOf(peer(gone, LATER).submit(CHECKPOINT))).toBeInstanceOf(Unavailable);
    },
  },
  {
    id: 'WP-03',
    title: 'follows no redirection',
    run: async ({ peer }) => {
      const asked: (string | undefined)[] = [];
      const listener: Listener = (request, response) => {
        asked.push(request.url);
        const moved = request.url === '/add-checkpoint';
        response.writeHead(moved ? 307 : 200, moved ? { Location: '/elsewhere' } : {}).end();
      };
      await answering(listener, async (url) => {
        expect(await failureOf(peer(url, LATER).submit(CHECKPOINT))).toBeInstanceOf(Unavailable);
      });
      expect(asked).toEqual(['/add-checkpoint']);
    },
  },
  {
    id: 'WP-04',
    title: 'refuses an answer of more than 64 KiB',
    run: ({ peer }) =>
      answering(
        (_, response) => response.end('x'.repeat(70_000)),
        async (url) => {
          expect(await failureOf(peer(url, LATER).submit(CHECKPOINT))).toBeInstanceOf(Unavailable);
        },
      ),
  },
  {
    id: 'WP-04',
    title: 'cuts an answer without an end off, and repeats nothing of it',
    run: async ({ peer }) => {
      let closed: Promise<unknown> = Promise.resolve();
      const listener: Listener = (request, response) => {
        closed = new Promise((resolve) => request.socket.once('close', resolve));
        const more = (): void => {
          if (!response.destroyed && response.write('hunter2 '.repeat(8_192))) setImmediate(more);
          else response.once('drain', more);
        };
        more();
      };
      await answering(listener, async (url) => {
        const failure = await failureOf(peer(url, LATER).submit(CHECKPOINT));
        expect(failure).toBeInstanceOf(Unavailable);
        expect(inspect(failure)).not.toContain('hunter2');
        await closed;
      });
    },
  },
];

/** Registers the suite with Jest for one adapter. */
export const witnessPeerSuite = (name: string, harness: () => Promise<WitnessPeerHarness>): void =>
  registerSuite(name, witnessPeerPromises, harness);
