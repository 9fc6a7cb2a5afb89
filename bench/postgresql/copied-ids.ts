/** Copies 1 to `count`, each at the millisecond `start` and its number. */
export type Place = Readonly<{ start: number; count: number }>;

/** SQL for an id like those of the service, which begin with their millisecond. `seed` tells ids of one millisecond apart. */
export const idAt = (milliseconds: string, seed: string): string =>
  `(lpad(to_hex(${milliseconds}), 12, '0') || '8' || overlay(substr(md5(${seed}::text), 1, 19) PLACING '9' FROM 4 FOR 1))::uuid::text`;
