import { describe, expect, jest, test } from '@jest/globals';
import { aliveProbe, dependencies, probe } from './probes.ts';

const fine = (): Promise<void> => Promise.resolve();
const down = (): Promise<void> => Promise.reject(new Error('down'));
const silent = (): Promise<void> => new Promise(() => undefined);
const broken = (): Promise<void> => {
  throw new Error('broken');
};

describe('dependencies', () => {
  test('are available if each of them is', async () => {
    expect(await dependencies({ documents: fine, keys: fine })()).toEqual({
      areAvailable: true,
      states: { documents: 'ok', keys: 'ok' },
    });
  });

  test.each([
    ['refuses', down],
    ['throws', broken],
    ['does not answer in time', silent],
  ])('are not available if one of them %s', async (_, check) => {
    expect(await dependencies({ documents: fine, keys: check }, { limit: 5 })()).toEqual({
      areAvailable: false,
      states: { documents: 'ok', keys: 'unavailable' },
    });
  });

  test('are asked once by probes that come together, and again after a while', async () => {
    const check = jest.fn(fine);
    const ask = dependencies({ documents: check });
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    expect(check).toHaveBeenCalledTimes(1);
    const stale = dependencies({ documents: check }, { fresh: 0 });
    await stale();
    await stale();
    expect(check).toHaveBeenCalledTimes(3);
  });
});

describe('a probe', () => {
  test('says that the process lives, and of which build it is', async () => {
    const text = '{"status":"ok","version":"1.2.3"}';
    expect(await aliveProbe('1.2.3').answer()).toMatchObject({ status: 200, content: { text } });
  });

  test('answers 503 with the time to ask again if something is not fine', async () => {
    let isFine = true;
    const { answer } = probe('/readyz', async () => ({ isFine, report: { isFine } }));
    expect(await answer()).toMatchObject({ status: 200, headers: [], content: { text: '{"isFine":true}' } });
    isFine = false;
    expect(await answer()).toMatchObject({ status: 503, headers: ['Retry-After', '1'] });
  });
});
