import { expect, test } from '@jest/globals';
import type { Strongroom } from '@strongroom/client';
import { failureOf } from './failure.ts';
import type { Fault } from './rooms-stand-in.ts';
import { refusing } from './service-stand-in.ts';
import { answerOnce, hashOf, TEXT, transferSetting } from './transfer-setting.ts';

const at = transferSetting();
const CONTENT = Buffer.from('the content of each');
const COUNT = 250;
const FILES = Array.from({ length: COUNT }, (_, index) => ({ id: `${index}`, size: CONTENT.length }));

/** A client of a service whose files have the same content. */
async function filled(fault?: Fault): Promise<Strongroom> {
  const client = await at.meeting(fault);
  await client.upload('r', TEXT, CONTENT);
  return client;
}
const fetched = (): readonly string[] =>
  at.service.came.filter(({ method, path }) => method === 'GET' && path.startsWith('/object/')).map(({ path }) => path);
const addressOf = ({ id }: (typeof FILES)[number]): string => `/object/${id}?signed`;
const requestsOf = (step: string): number => at.service.steps().filter((one) => one === step).length;

test('many small files cost one request for each hundred, and come in the order of the list', async () => {
  const read = (await filled()).readInTurn(FILES);
  for (const file of FILES) {
    expect(hashOf(await read())).toBe(hashOf(CONTENT));
    expect(fetched().at(-1)).toBe(addressOf(file));
  }
  expect([requestsOf('POST downloads'), requestsOf('GET download'), requestsOf('GET object')]).toEqual([3, 0, COUNT]);
});

test('calls overlap, each with a file of its own', async () => {
  const read = (await filled()).readInTurn(FILES.slice(0, 5));
  const contents = await Promise.all(FILES.slice(0, 5).map(() => read()));
  expect(contents.map(hashOf)).toEqual(Array(5).fill(hashOf(CONTENT)));
  expect(fetched().toSorted()).toEqual(FILES.slice(0, 5).map(addressOf));
});

test('a file that is gone fails alone', async () => {
  const read = (await filled(answerOnce('GET object', refusing(404, 'OBJECT_NOT_FOUND')))).readInTurn(
    FILES.slice(0, 2),
  );
  expect((await failureOf(read())).code).toBe('OBJECT_NOT_FOUND');
  expect(hashOf(await read())).toBe(hashOf(CONTENT));
});

test('a refusal of the whole list reaches each call', async () => {
  const client = await filled((step) => (step === 'POST downloads' ? refusing(403, 'POLICY_DENIED') : undefined));
  const read = client.readInTurn(FILES);
  const codes = [(await failureOf(read())).code, (await failureOf(read())).code];
  expect([codes, requestsOf('POST downloads')]).toEqual([['POLICY_DENIED', 'POLICY_DENIED'], 1]);
});

test('an abort ends the list', async () => {
  const stop = new AbortController();
  const read = (await filled()).readInTurn(FILES, { signal: stop.signal });
  await read();
  stop.abort(new Error('no longer wanted'));
  await expect(Promise.all(FILES.map(() => read()))).rejects.toThrow('no longer wanted');
});
