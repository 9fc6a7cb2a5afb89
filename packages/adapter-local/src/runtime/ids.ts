import { randomUUID } from 'node:crypto';
import type { Ids } from '@strongroom/ports';

/** Random UUIDs. The caller chooses the kind of id. */
export const systemIds: Ids = {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters -- see above
  uuid: <Id extends string>() => randomUUID() as string as Id,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters -- see above
  timed: <Id extends string>(now: number) => timedUuid(now) as Id,
};

/** 48 bits of milliseconds since 1970, the version, and the random bits and variant of a UUID of version 4. */
function timedUuid(now: number): string {
  const time = Math.max(0, now).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${randomUUID().slice(15)}`;
}
