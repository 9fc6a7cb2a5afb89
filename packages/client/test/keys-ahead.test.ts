import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { keyServiceUnwrapper } from '@strongroom/client';

const GRANTED = ['a', 'b'].map((name) => ({ grant: `grant-${name}`, wrappedDek: `wrapped-${name}` }));

/** An unwrapper whose key service answers nothing, and the requests that it gets. */
function unanswered() {
  const asked: Readonly<{ path: string; body: string }>[] = [];
  let came: () => void;
  const first = new Promise<void>((resolve) => (came = resolve));
  const fetch = (url: string, init: Readonly<{ body?: unknown; signal?: AbortSignal | null }>): Promise<Response> => {
    asked.push({ path: new URL(url).pathname, body: String(init.body) });
    came();
    return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  };
  const unwrapper = keyServiceUnwrapper({ url: 'http://127.0.0.1:1', key: 'x', fetch });
  return { unwrapper, asked, first };
}

test('the keys of a group are asked for in one call before the first of them is needed', async () => {
  const { unwrapper, asked, first } = unanswered();
  const stop = new AbortController();
  unwrapper.expect?.(GRANTED, stop.signal);
  await first;
  expect(asked.map(({ path }) => path)).toEqual(['/v1/unwrap/batch']);
  expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
    items: GRANTED.map(({ grant, wrappedDek }) => ({ grant, wrapped_dek: wrappedDek })),
  });
  stop.abort();
});

test('the key of a single file is asked for when it is needed', async () => {
  const { unwrapper, asked } = unanswered();
  unwrapper.expect?.(GRANTED.slice(0, 1));
  await unwrapper.client?.();
  await turn();
  expect(asked).toEqual([]);
});
