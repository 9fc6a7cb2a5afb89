import { setTimeout as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { systemClock } from '../src/http/clock.ts';
import type { Fetch } from '../src/http/connection-errors.ts';
import { SharedGets } from '../src/transfer/shared-gets.ts';

const SERVICE = 'https://rooms.example/api/v1';
const addressOf = (name: string) => `https://rooms.example/blobs/${name}?expires=1&signature=s`;
const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

/** A service that answers with these pieces. */
function service(
  pieces: readonly string[],
  init: ResponseInit = { headers: { 'Content-Type': 'application/octet-stream' } },
) {
  const asked: string[] = [];
  const fetch: Fetch = async (url, { body, signal }) => {
    asked.push(`${url} ${body instanceof Uint8Array ? new TextDecoder().decode(body) : ''}`);
    signal?.throwIfAborted();
    return new Response(ReadableStream.from(pieces.map((piece) => new TextEncoder().encode(piece))), init);
  };
  const shared = new SharedGets(SERVICE, { fetch, timeout: 30_000 }, systemClock);
  return { asked, shared, get: (name: string) => shared.get(addressOf(name), 5, undefined) };
}

test.each([[['200 5\nfirst', '404 0\n', '200 0\n']], [Array.from('200 5\nfirst404 0\n200 0\n')]])(
  'objects that are wanted together share an answer, and a refused one goes alone: %j',
  async (pieces) => {
    const { asked, get } = service(pieces);
    expect((await Promise.all(['a', 'b', 'c'].map(get))).map(text)).toEqual(['first', undefined, '']);
    const line = (name: string) => `/blobs/${name}?expires=1&signature=s\n`;
    expect(asked).toEqual([`https://rooms.example/blobs?read ${line('a')}${line('b')}${line('c')}`]);
  },
);

test('an object without company goes alone', async () => {
  const { asked, get } = service([]);
  expect([await get('a'), asked]).toEqual([undefined, []]);
});

test('objects that did not come before the line broke go alone, and later ones share answers again', async () => {
  const { shared, get } = service(['200 5\nfirst200 5\nse']);
  expect((await Promise.all(['a', 'b', 'c'].map(get))).map(text)).toEqual(['first', undefined, undefined]);
  expect(shared.takes(addressOf('a'), 5)).toBe(true);
});

test.each([
  ['an older service', ['{}'], { status: 400 }],
  ['a page in between', ['<html>'], { headers: { 'Content-Type': 'text/html' } }],
  ['bytes of another program', ['200 5\nfirst200 99999\n'], undefined],
  ['a line that is too long', ['2'.repeat(14)], undefined],
  ['more objects than were asked for', ['200 0\n200 0\n200 0\n'], undefined],
])('%s is not asked again', async (_, pieces, init) => {
  const { shared, get } = service(pieces, init);
  await Promise.all(['a', 'b'].map(get));
  await turn();
  expect(shared.takes(addressOf('a'), 5)).toBe(false);
});

test('a service that restarts is asked again', async () => {
  const { shared, get } = service(['{}'], { status: 503 });
  expect(await Promise.all(['a', 'b'].map(get))).toEqual([undefined, undefined]);
  expect(shared.takes(addressOf('a'), 5)).toBe(true);
});

test('large objects, those of unknown size and those of other stores do not share answers', () => {
  const { shared } = service([]);
  const takes = (url: string, size: number | undefined) => shared.takes(url, size);
  expect([takes(addressOf('a'), 65_536), takes(addressOf('a'), 65_537), takes(addressOf('a'), undefined)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(takes('https://rooms.example.org/blobs/a', 5)).toBe(false);
});
