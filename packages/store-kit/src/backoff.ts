/** Milliseconds: the first pause, and the longest. */
export type Backoff = Readonly<{ firstMs: number; maxMs: number }>;

/**
 * Milliseconds to wait after `failures` in a row (at least 1): twice as long each time. Half of it is random, so that
 * callers that collided do not collide again.
 */
export const backoffMs = (failures: number, { firstMs, maxMs }: Backoff): number =>
  Math.min(firstMs * 2 ** (failures - 1), maxMs) * (0.5 + Math.random() / 2);
