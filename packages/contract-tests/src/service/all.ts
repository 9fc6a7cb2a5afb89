import type { ServicePromise } from './service-promise.ts';
import { conventions } from './tests/conventions.ts';
import { credentials } from './tests/credentials.ts';
import { deletion } from './tests/deletion.ts';
import { events } from './tests/events.ts';
import { files } from './tests/files.ts';
import { invitations } from './tests/invitations.ts';
import { keys } from './tests/keys.ts';
import { limits } from './tests/limits.ts';
import { lists } from './tests/lists.ts';
import { orgUnits } from './tests/org-units.ts';
import { outside } from './tests/outside.ts';
import { oversight } from './tests/oversight.ts';
import { owners } from './tests/owners.ts';
import { requests } from './tests/requests.ts';
import { resources } from './tests/resources.ts';
import { rooms } from './tests/rooms.ts';
import { shares } from './tests/shares.ts';
import { tokens } from './tests/tokens.ts';
import { users } from './tests/users.ts';

/** Every test of the service, in the order of the conformance page. */
export const servicePromises: readonly ServicePromise[] = [
  ...conventions,
  ...resources,
  ...rooms,
  ...deletion,
  ...files,
  ...shares,
  ...keys,
  ...users,
  ...owners,
  ...invitations,
  ...orgUnits,
  ...lists,
  ...credentials,
  ...tokens,
  ...events,
  ...oversight,
  ...outside,
  ...requests,
  ...limits,
];
