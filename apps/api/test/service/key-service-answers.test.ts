import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { LINK_HEADER } from '@strongroom/domain';
import { errorForLog } from '@strongroom/store-kit';
import { keyServiceLink } from '../../src/container/key-service-link.ts';

const SENTENCE = 'hunter2 at bank.example';
const CHUNK = 65_536;
const ENOUGH = 64;

let stop: () => void = () => undefined;
afterEach(() => stop());

type Answer = Readonly<{ status?: number; text?: string; isEndless?: boolean }>;

/** A key service that gives any answer; `written` counts the pieces of its answer. */
async function answering({ status = 200, text = '', isEndless = false }: Answer) {
  let written = 0;
  const server = createServer((_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    if (!isEndless) {
      response.end(text);
      return;
    }
    const more = (): void => {
      if (written >= ENOUGH * CHUNK || response.destroyed) return;
      written += 1;
      if (response.write(SENTENCE.repeat(CHUNK / 16))) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  });
  const closed = new Promise<void>((resolve) => server.on('connection', (socket) => socket.once('close', resolve)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  const { keyService } = keyServiceLink(
    { keyServiceUrl: `http://127.0.0.1:${port}` },
    { url: 'http://127.0.0.1:8080' } as never,
    { now: () => 0 as never },
  );
  if (keyService === undefined) throw new TypeError('no key service');
  return { keyService, closed, written: () => written };
}

test('an endless answer of the key service is cut off, and not read on', async () => {
  const { keyService, closed, written } = await answering({ isEndless: true });
  expect(await keyService.hint()).toBeNull();
  await closed;
  expect(written()).toBeLessThan(ENOUGH * CHUNK);
});

const HEADER = Buffer.from(JSON.stringify({ ...LINK_HEADER, kid: 'k' })).toString('base64url');
const LINK = `${HEADER}.${Buffer.from('{}').toString('base64url')}.${'A'.repeat(86)}`;

test.each<[string, Answer, string]>([
  ['a failure', { status: 500, text: SENTENCE }, 'HTTP_500'],
  ['no JSON', { text: SENTENCE }, 'NOT_JSON'],
  ['too much', { isEndless: true }, 'TOO_LARGE'],
])('an error has no text from an answer of the key service that is %s', async (_, answer, because) => {
  const { keyService } = await answering(answer);
  const error = await keyService.linked(LINK).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { cause } = error as Error;
  expect(JSON.stringify(errorForLog(error))).toContain(`"cause":"${because}"`);
  expect(`${String(error)} ${String(cause)} ${(cause as Error).stack ?? ''}`.split('\n')[0]).not.toMatch(
    /hunter2|127\.0/,
  );
});
