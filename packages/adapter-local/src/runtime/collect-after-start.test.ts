import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, jest, test } from '@jest/globals';
import { collectAfterStart } from './collect-after-start.ts';

test('the leftovers of a start are collected once, when the process is first at rest', () => {
  jest.useFakeTimers();
  try {
    const collect = jest.fn();
    let share = 0.8;
    collectAfterStart({ busy: () => share, collect });
    jest.advanceTimersByTime(30_000);
    expect(collect).not.toHaveBeenCalled();
    share = 0.01;
    jest.advanceTimersByTime(3000);
    expect(collect).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(600_000);
    expect(collect).toHaveBeenCalledTimes(1);
  } finally {
    jest.useRealTimers();
  }
});

test('a program that has nothing to do ends before, and one that waits holds less afterwards', async () => {
  const module = JSON.stringify(join(import.meta.dirname, 'collect-after-start.ts'));
  const program = (wait: string) => `
    const { collectAfterStart } = await import(${module});
    globalThis.left = Array.from({ length: 200000 }, (_, at) => ({ at }));
    globalThis.left = undefined;
    const before = process.memoryUsage().heapUsed;
    collectAfterStart();
    ${wait}
    console.log(before - process.memoryUsage().heapUsed, typeof globalThis.gc);
  `;
  const run = async (wait: string) => {
    const began = performance.now();
    const node = promisify(execFile);
    const { stdout } = await node(process.execPath, ['--input-type=module', '-e', program(wait)]);
    return { stdout, took: performance.now() - began };
  };
  const [quick, patient] = [await run(''), await run('await new Promise((resolve) => setTimeout(resolve, 6500));')];
  expect(quick.took).toBeLessThan(patient.took);
  const [freed, gc] = patient.stdout.trim().split(' ');
  expect(Number(freed)).toBeGreaterThan(5_000_000);
  expect(gc).toBe('undefined');
}, 30_000);
