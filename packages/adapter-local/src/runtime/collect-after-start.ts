import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds of rest before the collection. */
const REST_MS = 3000;
/** Share of that time in which a process at rest works. */
const AT_REST = 0.1;

type Process = Readonly<{
  /** Share of the time since the last call in which the process worked. */
  busy: () => number;
  collect: () => void;
}>;

/**
 * Collects, once, what the start of a program left behind, when it is first at rest: V8 collects when it needs room, and a
 * service that waits for a request needs none.
 */
export function collectAfterStart({ busy, collect }: Process = thisProcess()): void {
  const timer = setInterval(() => {
    if (busy() > AT_REST) return;
    clearInterval(timer);
    collect();
  }, REST_MS);
  timer.unref();
}

function thisProcess(): Process {
  let last = performance.eventLoopUtilization();
  const busy = (): number => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
  return { busy, collect: collectNow };
}

/**
 * Collects as thoroughly as V8 does before it gives up: compiled code that only the start needed goes too, and the pages of the
 * heap return to the system. An ordinary collection returned nothing.
 */
function collectNow(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext("gc({ type: 'major', flavor: 'last-resort' })");
  setFlagsFromString('--no-expose-gc');
}
