import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of all threads of a process, in microseconds. Linux only. */
export function processorTime(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [ran] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return Number(ran);
  });
  return nanoseconds.reduce((sum, ran) => sum + ran, 0) / 1000;
}
