import { expect, test } from '@jest/globals';
import { RandomPool } from './random-pool.ts';

test('each use gets its own random bytes, beyond the first draw too', () => {
  const pool = new RandomPool({ length: 16, uses: 4 });
  const texts = Array.from({ length: 13 }, () => pool.lend((bytes) => bytes.toString('hex')));
  expect(new Set(texts).size).toBe(13);
  for (const text of texts) expect(text).toMatch(/^(?!0{16})[0-9a-f]{32}$/);
});

test('bytes are wiped after their use, also one that throws', () => {
  const pool = new RandomPool({ length: 16, uses: 4 });
  let lent: Uint8Array = new Uint8Array();
  const failing = () =>
    pool.lend((bytes) => {
      lent = bytes;
      throw new Error('failed');
    });
  expect(failing).toThrow('failed');
  expect([...lent]).toEqual(Array.from({ length: 16 }, () => 0));
});
