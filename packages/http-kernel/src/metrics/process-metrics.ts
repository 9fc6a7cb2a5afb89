import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metric } from './metric.ts';
import { counter, gauge, type MetricRow } from './rows.ts';

/** The metrics of every process, by the names that dashboards of Node and of Prometheus' clients expect. */
export const PROCESS_METRICS = {
  cpu: counter('process_cpu_seconds_total', 'Seconds of processor time, of the process and of the system for it.'),
  start: gauge('process_start_time_seconds', 'Start of the process, in seconds since 1970.'),
  resident: gauge('process_resident_memory_bytes', 'Memory of the process.'),
  files: gauge('process_open_fds', 'Open files and connections; on Linux only.'),
  heap: gauge('nodejs_heap_size_used_bytes', 'Used part of the heap of JavaScript.'),
  heapTotal: gauge('nodejs_heap_size_total_bytes', 'Heap of JavaScript.'),
  external: gauge('nodejs_external_memory_bytes', 'Memory of buffers and other objects outside of the heap.'),
  lagMean: gauge('nodejs_eventloop_lag_mean_seconds', 'Mean delay of a timer of 10 ms since the last scrape.'),
  lagP99: gauge('nodejs_eventloop_lag_p99_seconds', 'Delay of 99 of 100 timers of 10 ms since the last scrape.'),
  lagMax: gauge('nodejs_eventloop_lag_max_seconds', 'Longest delay of a timer of 10 ms since the last scrape.'),
};

/** Timer of the event loop's delay, in milliseconds. */
const RESOLUTION = 10;
const NANOSECONDS = 1e9;

export function addProcessMetrics(add: (row: MetricRow<never>) => Metric<never>): void {
  const { cpu, start, resident, files, heap, heapTotal, external, lagMean, lagP99, lagMax } = PROCESS_METRICS;
  add(cpu).watch(() => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  const startedAt = Math.round(Date.now() / 1000 - process.uptime());
  add(start).watch(() => startedAt);
  add(resident).watch(() => process.memoryUsage.rss());
  add(files).watch(async () => [[{}, (await readdir('/proc/self/fd')).length]]);
  add(heap).watch(() => process.memoryUsage().heapUsed);
  add(heapTotal).watch(() => process.memoryUsage().heapTotal);
  add(external).watch(() => process.memoryUsage().external);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  add(lagMean).watch(() => finite(delay.mean));
  add(lagP99).watch(() => finite(delay.percentile(99)));
  add(lagMax).watch(() => {
    const longest = finite(delay.max);
    // The last of the three that is read.
    queueMicrotask(() => delay.reset());
    return longest;
  });
}

/** Seconds; nothing before the first measure. */
const finite = (nanoseconds: number): number | undefined =>
  Number.isFinite(nanoseconds) && nanoseconds > 0 ? nanoseconds / NANOSECONDS : undefined;
