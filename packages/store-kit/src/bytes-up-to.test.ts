import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { AnswerTooLong, bytesUpTo, textUpTo } from './bytes-up-to.ts';

test('a body of exactly the bound is read, whatever its pieces', async () => {
  expect(await textUpTo(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), 4)).toBe('abcd');
  expect(await bytesUpTo(new Response(new Uint8Array([1, 2])).body, 2)).toEqual(new Uint8Array([1, 2]));
  expect(await textUpTo(null, 0)).toBe('');
});

test('a byte more is refused, and the stream destroyed', async () => {
  const stream = Readable.from([Buffer.from('ab'), Buffer.from('cd'), Buffer.from('e')]);
  await expect(bytesUpTo(stream, 3)).rejects.toBeInstanceOf(AnswerTooLong);
  expect(stream.destroyed).toBe(true);
});

test('an answer without an end is refused, and its connection closed', async () => {
  let onClose: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    onClose = resolve;
  });
  const server = createServer((_request, response) => {
    response.on('close', onClose);
    const more = (): void => {
      if (!response.destroyed && response.write(Buffer.alloc(65_536))) setImmediate(more);
    };
    response.on('drain', more);
    more();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { body } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await expect(bytesUpTo(body, 1000)).rejects.toMatchObject({ code: 'ANSWER_TOO_LONG' });
  await closed;
  await new Promise((resolve) => server.close(resolve));
});
