import { expect, test } from '@jest/globals';
import { ChangeQueue } from '../../src/kernel/change-queue.ts';

/** A queue whose batches are served when the test says so. */
function aQueue(most = 100) {
  const batches: Readonly<{
    calls: readonly string[];
    serve: (outcomes: readonly string[]) => void;
    fail: () => void;
  }>[] = [];
  const arrived: (() => void)[] = [];
  const queue = new ChangeQueue<string, string>(
    most,
    (calls) =>
      new Promise((serve, reject) => {
        batches.push({ calls, serve, fail: () => reject(new Error('the world failed')) });
        for (const notice of arrived.splice(0)) notice();
      }),
  );
  const batch = async (index: number) => {
    while (batches[index] === undefined) await new Promise<void>((resolve) => arrived.push(resolve));
    return batches[index];
  };
  return { queue, batch, begun: () => batches.length };
}

const upper = (calls: readonly string[]) => calls.map((call) => call.toUpperCase());

test('serves callers of one turn together and gives each their own outcome', async () => {
  const { queue, batch } = aQueue();
  const asking = ['a', 'b', 'c'].map((call) => queue.join('document', call));
  const first = await batch(0);
  expect(first.calls).toEqual(['a', 'b', 'c']);
  first.serve(upper(first.calls));
  expect(await Promise.all(asking)).toEqual(['A', 'B', 'C']);
});

test('serves callers who join during a batch together in the next batch', async () => {
  const { queue, batch, begun } = aQueue();
  const first = queue.join('document', 'a');
  const serving = await batch(0);
  const others = ['b', 'c'].map((call) => queue.join('document', call));
  expect(begun()).toBe(1);
  serving.serve(['A']);
  expect(await first).toBe('A');
  const next = await batch(1);
  expect(next.calls).toEqual(['b', 'c']);
  next.serve(upper(next.calls));
  expect(await Promise.all(others)).toEqual(['B', 'C']);
});

test('serves at most the configured number of callers at a time', async () => {
  const { queue, batch } = aQueue(2);
  const asking = ['a', 'b', 'c'].map((call) => queue.join('document', call));
  for (const calls of [['a', 'b'], ['c']]) {
    const next = await batch(calls[0] === 'a' ? 0 : 1);
    expect(next.calls).toEqual(calls);
    next.serve(upper(calls));
  }
  expect(await Promise.all(asking)).toEqual(['A', 'B', 'C']);
});

test('nobody waits for another document', async () => {
  const { queue, batch } = aQueue();
  void queue.join('one', 'a');
  await batch(0);
  const other = queue.join('another', 'b');
  (await batch(1)).serve(['B']);
  expect(await other).toBe('B');
});

test('a batch that fails fails for its own callers only', async () => {
  const { queue, batch } = aQueue(1);
  const [first, second] = [queue.join('document', 'a'), queue.join('document', 'b')];
  (await batch(0)).fail();
  await expect(first).rejects.toThrow('the world failed');
  (await batch(1)).serve(['B']);
  expect(await second).toBe('B');
});

test('rejects a caller whom the batch left out, instead of leaving them waiting', async () => {
  const { queue, batch } = aQueue();
  const [first, second] = [queue.join('document', 'a'), queue.join('document', 'b')];
  (await batch(0)).serve(['A']);
  expect(await first).toBe('A');
  await expect(second).rejects.toThrow(TypeError);
});

test('a document that nobody waits for any more can be waited for again', async () => {
  const { queue, batch } = aQueue();
  const first = queue.join('document', 'a');
  (await batch(0)).serve(['A']);
  await first;
  const again = queue.join('document', 'b');
  (await batch(1)).serve(['B']);
  expect(await again).toBe('B');
});
