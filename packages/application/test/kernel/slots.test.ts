import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { TaskSlots } from '../../src/kernel/slots.ts';

/** Starts tasks that wait for their end. `started` has the names of those that have begun, in order. */
function tasksIn(slots: TaskSlots) {
  const started: string[] = [];
  const start = (line: string, most: number, name: string) => {
    let end: () => void = () => undefined;
    let fail: (error: Error) => void = () => undefined;
    const ended = new Promise<void>((resolve, reject) => {
      [end, fail] = [resolve, reject];
    });
    const done = slots.run(line, most, async () => {
      started.push(name);
      await ended;
      return name;
    });
    return { done, end: () => end(), fail: (error: Error) => fail(error) };
  };
  return { started, start };
}

test('no more tasks than the limit run at once, and the others follow in the order of their arrival', async () => {
  const { started, start } = tasksIn(new TaskSlots());
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => start('line', 2, name));
  await turn();
  expect(started).toEqual(['a', 'b']);
  b?.end();
  expect(await b?.done).toBe('b');
  await turn();
  expect(started).toEqual(['a', 'b', 'c']);
  a?.end();
  c?.end();
  d?.end();
  expect(await Promise.all([a?.done, c?.done, d?.done])).toEqual(['a', 'c', 'd']);
});

test('a task that fails passes its slot on', async () => {
  const { started, start } = tasksIn(new TaskSlots());
  const [a, b] = ['a', 'b'].map((name) => start('line', 1, name));
  a?.fail(new Error('no'));
  await expect(a?.done).rejects.toThrow('no');
  await turn();
  expect(started).toEqual(['a', 'b']);
  b?.end();
  expect(await b?.done).toBe('b');
});

test('a slot stays taken while any task of its line runs', async () => {
  const { started, start } = tasksIn(new TaskSlots());
  const [a, b] = ['a', 'b'].map((name) => start('line', 2, name));
  a?.end();
  await a?.done;
  const [c, d] = ['c', 'd'].map((name) => start('line', 2, name));
  await turn();
  expect(started).toEqual(['a', 'b', 'c']);
  for (const task of [b, c, d]) task?.end();
  await Promise.all([b?.done, c?.done, d?.done]);
});

test('lines do not wait for each other', async () => {
  const { started, start } = tasksIn(new TaskSlots());
  const tasks = ['a', 'b'].map((name) => start(name, 1, name));
  await turn();
  expect(started).toEqual(['a', 'b']);
  for (const { end, done } of tasks) {
    end();
    await done;
  }
});
