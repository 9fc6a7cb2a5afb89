import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

export type Work = Readonly<{
  /** Milliseconds from the start to the end. */
  took: number;
  /** The longest task of the page's main thread in milliseconds, and the number of those above 50 ms. */
  longest: number;
  long: number;
  /** Time that the page's main thread ran and waited for a processor, by the time that it ran: 1 on a quiet machine. */
  crowding: number;
  /** Milliseconds between two frames: the 95th percentile, and the most. */
  frame95: number;
  frameMost: number;
}>;

const LONGEST_TASK_MS = 200;

/**
 * Milliseconds that the longest task may take: 200 of the page's own time. On a machine that other processes use, it
 * also waits for a processor; the system says how long. Frames are printed, not judged.
 */
export const allowedTask = ({ crowding }: Work): number => LONGEST_TASK_MS * crowding;

const WATCH = `(() => {
  const watched = { from: performance.now(), tasks: [], frames: [], last: performance.now() };
  watched.observer = new PerformanceObserver((list) => watched.tasks.push(...list.getEntries().map(({ duration }) => duration)));
  // Firefox names no long tasks; there the frames tell.
  if (PerformanceObserver.supportedEntryTypes.includes('longtask')) watched.observer.observe({ type: 'longtask' });
  const frame = (now) => {
    watched.frames.push(now - watched.last);
    watched.last = now;
    watched.next = requestAnimationFrame(frame);
  };
  watched.next = requestAnimationFrame(frame);
  globalThis.watched = watched;
})()`;

const REPORT = `(() => {
  const { from, tasks, frames, observer, next } = globalThis.watched;
  cancelAnimationFrame(next);
  tasks.push(...observer.takeRecords().map(({ duration }) => duration));
  observer.disconnect();
  const sorted = frames.toSorted((one, other) => one - other);
  return JSON.stringify({
    took: performance.now() - from,
    longest: Math.max(0, ...tasks),
    long: tasks.length,
    frame95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    frameMost: sorted.at(-1) ?? 0,
  });
})()`;

type Watchable = Readonly<{ evaluate: (expression: string) => Promise<unknown> }>;

/** Does something while the main thread of a page is watched. Prints what it measured. */
export async function watched(
  page: Watchable,
  what: string,
  work: () => Promise<void>,
  browser?: Browser,
): Promise<Work> {
  await page.evaluate(WATCH);
  const crowding = await crowdingOf(browser, work);
  const found = { ...(JSON.parse(String(await page.evaluate(REPORT))) as Omit<Work, 'crowding'>), crowding };
  const { crowding: _, ...times } = found;
  const rounded = Object.entries(times).map(([name, value]) => `${name} ${Math.round(value)}`);
  process.stdout.write(`${what}: ${rounded.join(', ')} ms, crowding ${crowding.toFixed(1)}\n`);
  return found;
}

/** Time that the main threads of pages ran and waited for a processor during some work, by the time that they ran. */
export async function crowdingOf(browser: Browser | undefined, work: () => Promise<void>): Promise<number> {
  const before = browser && (await processorTime(browser));
  await work();
  const after = browser && (await processorTime(browser));
  return before && after ? Math.max(1, 1 + (after.waited - before.waited) / (after.ran - before.ran)) : 1;
}

/** Processes of pages. */
async function renderers(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** Nanoseconds that the main threads of pages ran, and waited for a processor, so far. Only Linux tells. */
async function processorTime(browser: Browser): Promise<Readonly<{ ran: number; waited: number }>> {
  const times = await Promise.all(
    (await renderers(browser)).map((id) => readFile(`/proc/${id}/task/${id}/schedstat`, 'utf8').catch(() => '1 0')),
  );
  const sum = (index: number): number => times.reduce((all, text) => all + Number(text.split(' ')[index]), 0);
  return { ran: sum(0), waited: sum(1) };
}

/** The most memory that a process of a page has had so far, in bytes. */
export async function peakMemory(browser: Browser): Promise<number> {
  const peaks = (await renderers(browser)).map(
    async (id) => /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${id}/status`, 'utf8').catch(() => ''))?.[1],
  );
  return 1024 * Math.max(...(await Promise.all(peaks)).map(Number).filter(Number.isFinite));
}
