import { describe, expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { timeDependencies } from './dependency-metrics.ts';
import { Registry } from './registry.ts';
import { counter, duration, gauge } from './rows.ts';

/** The lines of the text that begin with the name. */
const linesOf = async (registry: Registry, name: string): Promise<readonly string[]> =>
  (await registry.text()).split('\n').filter((line) => line.startsWith(name));

describe('a counter', () => {
  test('is at zero from the start if it has no labels', async () => {
    const registry = new Registry();
    registry.add(counter('things_total', 'Things.'));
    expect(await registry.text()).toContain(
      '# HELP things_total Things.\n# TYPE things_total counter\nthings_total 0\n',
    );
  });

  test('has one series for each set of labels, whose values are escaped', async () => {
    const registry = new Registry();
    const things = registry.add(counter('things_total', 'Things.', ['kind']));
    things.add({ kind: 'a"b\\c\nd' });
    things.add({ kind: 'a"b\\c\nd' }, 2);
    things.add({ kind: 'e' });
    expect(await linesOf(registry, 'things_total')).toEqual([
      'things_total{kind="a\\"b\\\\c\\nd"} 3',
      'things_total{kind="e"} 1',
    ]);
  });
});

describe('a gauge', () => {
  test('is left out where there is nothing to say, and where its reading fails', async () => {
    const registry = new Registry();
    let answer: number | undefined = 5;
    registry.add(gauge('level', 'Level.')).watch(() => answer);
    let isFaulty = false;
    registry.add(gauge('depth', 'Depth.')).watch(async () => {
      if (isFaulty) throw new Error('down');
      return [[{}, 7]];
    });
    expect(await linesOf(registry, 'level')).toEqual(['level 5']);
    expect(await linesOf(registry, 'depth')).toEqual(['depth 7']);
    answer = undefined;
    isFaulty = true;
    const text = await registry.text();
    expect(text).not.toContain('level');
    expect(text).not.toContain('depth ');
    expect(text).toContain('process_resident_memory_bytes');
  });
});

test('a histogram counts each value in every bucket that is large enough', async () => {
  const registry = new Registry();
  const time = registry.add(duration('wait_seconds', 'Wait.', ['kind']));
  for (const value of [0.001, 0.3, 9]) time.observe({ kind: 'a' }, value);
  const lines = await linesOf(registry, 'wait_seconds');
  expect(lines).toContain('wait_seconds_bucket{kind="a",le="0.001"} 1');
  expect(lines).toContain('wait_seconds_bucket{kind="a",le="0.25"} 1');
  expect(lines).toContain('wait_seconds_bucket{kind="a",le="0.5"} 2');
  expect(lines).toContain('wait_seconds_bucket{kind="a",le="5"} 2');
  expect(lines.slice(-3)).toEqual([
    'wait_seconds_bucket{kind="a",le="+Inf"} 3',
    'wait_seconds_sum{kind="a"} 9.301',
    'wait_seconds_count{kind="a"} 3',
  ]);
});

describe('timed calls', () => {
  class Store {
    readonly #answer = 41;
    readonly origin = 'here';
    async read(more: number): Promise<number> {
      return this.#answer + more;
    }
    async write(): Promise<void> {
      throw new Unavailable('documents');
    }
    async refuse(): Promise<void> {
      throw new TypeError('no');
    }
    now(): number {
      return 3;
    }
  }

  test('answer as before, and are counted by their outcome', async () => {
    const registry = new Registry();
    const store = timeDependencies(registry)('documents', new Store());
    expect(await store.read(1)).toBe(42);
    expect([store.now(), store.origin]).toEqual([3, 'here']);
    await expect(store.write()).rejects.toBeInstanceOf(Unavailable);
    await expect(store.refuse()).rejects.toBeInstanceOf(TypeError);
    const text = await registry.text();
    const count = (call: string): string =>
      `strongroom_dependency_duration_seconds_count{dependency="documents",call="${call}"} 1`;
    expect(text).toContain(count('read'));
    expect(text).toContain(count('write'));
    expect(text).not.toContain('call="now"');
    expect(await linesOf(registry, 'strongroom_dependency_failures_total')).toEqual([
      'strongroom_dependency_failures_total{dependency="documents",call="write"} 1',
    ]);
    const served = await linesOf(registry, 'strongroom_dependency_last_success');
    expect(served.map((line) => /call="(\w+)"/.exec(line)?.[1])).toEqual(['read', 'refuse']);
  });
});
