import { randomUUID } from 'node:crypto';
import type { Ids } from '@strongroom/ports';

/** Random UUIDs of version 4. The caller chooses the kind of id. */
export const systemIds: Ids = {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters -- see above
  uuid: <Id extends string>() => randomUUID() as string as Id,
};
