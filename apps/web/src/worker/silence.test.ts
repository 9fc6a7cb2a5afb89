import { expect, test } from '@jest/globals';
import { watchSilence } from './silence.ts';

type Call = Readonly<{ resolve: (response: Response) => void; reject: (error: unknown) => void }>;

const given = (status: number): Response => new Response('', { status });

/** Calls that end when and as the test says, with the reports of their silence. */
function watched() {
  const reports: boolean[] = [];
  const timers = new Set<() => void>();
  const calls: Call[] = [];
  const call = watchSilence(
    () => new Promise<Response>((resolve, reject) => calls.push({ resolve, reject })),
    (isSilent) => reports.push(isSilent),
    {
      after: (_, work) => {
        timers.add(work);
        return () => void timers.delete(work);
      },
    },
  );
  const fire = (): void => {
    for (const work of timers) work();
  };
  return { reports, call, calls, timers, fire };
}

test('the start and the end of the silence of a server are each reported once', async () => {
  const { reports, call, calls, timers, fire } = watched();
  const both = [call('/a', {}), call('/b', {})];
  fire();
  expect(reports).toEqual([true]);
  for (const { resolve } of calls) resolve(given(200));
  await Promise.all(both);
  expect([reports, timers.size]).toEqual([[true, false], 0]);
});

test.each([
  ['a lost connection', (one: Call) => one.reject(new TypeError('lost')), [true]],
  ['a proxy without a server', (one: Call) => one.resolve(given(502)), [true]],
  ['a refusal', (one: Call) => one.resolve(given(429)), []],
])('%s is reported as it is', async (_, end, expected) => {
  const { reports, call, calls } = watched();
  const calling = call('/a', {}).catch(() => undefined);
  for (const one of calls) end(one);
  await calling;
  expect(reports).toEqual(expected);
});

test('a call that was stopped says nothing about the server', async () => {
  const { reports, call, calls } = watched();
  const stop = new AbortController();
  const calling = call('/a', { signal: stop.signal }).catch(() => undefined);
  stop.abort();
  calls[0]?.reject(stop.signal.reason);
  await calling;
  expect(reports).toEqual([]);
});
