import { describe, expect, test } from '@jest/globals';
import { fitImage, sizeToDraw } from './image-size.ts';

describe('the size in which an image is drawn', () => {
  test('is its natural size if it has few pixels', () => {
    expect(sizeToDraw({ width: 4000, height: 3000 }, 50_000_000)).toEqual({ width: 4000, height: 3000 });
  });

  test('is smaller in the same proportion if it has many pixels', () => {
    const { width = 0, height = 0 } = sizeToDraw({ width: 6000, height: 9000 }, 50_000_000) ?? {};
    expect(width * height).toBeLessThanOrEqual(50_000_000);
    expect(width * height).toBeGreaterThan(49_000_000);
    expect(height / width).toBeCloseTo(1.5, 2);
  });

  test('is at least one pixel each way', () => {
    expect(sizeToDraw({ width: 100_000_000, height: 1 }, 50_000)).toEqual({ width: 2_236_067, height: 1 });
  });

  test.each([
    { width: 30_000, height: 30_000 },
    { width: 0, height: 5 },
    { width: Number.NaN, height: 5 },
    { width: Number.POSITIVE_INFINITY, height: 5 },
  ])('is undefined for $width by $height', (size) => {
    expect(sizeToDraw(size, 50_000_000)).toBeUndefined();
  });
});

test('an image is reduced to fit the window, and never enlarged', () => {
  expect(fitImage({ width: 1000, height: 500 }, { width: 500, height: 500 })).toBe(0.5);
  expect(fitImage({ width: 500, height: 1000 }, { width: 500, height: 500 })).toBe(0.5);
  expect(fitImage({ width: 10, height: 10 }, { width: 500, height: 500 })).toBe(1);
});
