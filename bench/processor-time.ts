import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of all threads of a process, in microseconds; undefined if it ended meanwhile. Linux only. */
export function processorTimeOf(pid: number): number | undefined {
  try {
    return processorTime(pid);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}

/** Processor time of all threads of a process, in microseconds. Linux only. */
export function processorTime(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [ran] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return Number(ran);
  });
  return nanoseconds.reduce((sum, ran) => sum + ran, 0) / 1000;
}
