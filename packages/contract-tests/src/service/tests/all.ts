import type { ServicePromise } from '../service-promise.ts';
import { access } from './access.ts';
import { bin } from './bin.ts';
import { conventions } from './conventions.ts';
import { credentials } from './credentials.ts';
import { deletion } from './deletion.ts';
import { erasure } from './erasure.ts';
import { events } from './events.ts';
import { exports } from './exports.ts';
import { favourites } from './favourites.ts';
import { files } from './files.ts';
import { folders } from './folders.ts';
import { groups } from './groups.ts';
import { invitations } from './invitations.ts';
import { keys } from './keys.ts';
import { limits } from './limits.ts';
import { lists } from './lists.ts';
import { notifications } from './notifications.ts';
import { numbering } from './numbering.ts';
import { orgUnits } from './org-units.ts';
import { outside } from './outside.ts';
import { oversight } from './oversight.ts';
import { owners } from './owners.ts';
import { packages } from './packages.ts';
import { requests } from './requests.ts';
import { resources } from './resources.ts';
import { rooms } from './rooms.ts';
import { secondFactor } from './second-factor.ts';
import { shares } from './shares.ts';
import { tokens } from './tokens.ts';
import { uploadRequests } from './upload-requests.ts';
import { users } from './users.ts';
import { versions } from './versions.ts';
import { webhooks } from './webhooks.ts';

/** Every test of the service, in the order of the conformance page. */
export const servicePromises: readonly ServicePromise[] = [
  ...conventions,
  ...resources,
  ...rooms,
  ...favourites,
  ...deletion,
  ...bin,
  ...exports,
  ...versions,
  ...files,
  ...folders,
  ...numbering,
  ...groups,
  ...access,
  ...shares,
  ...packages,
  ...uploadRequests,
  ...keys,
  ...users,
  ...owners,
  ...invitations,
  ...orgUnits,
  ...lists,
  ...credentials,
  ...secondFactor,
  ...erasure,
  ...tokens,
  ...events,
  ...oversight,
  ...webhooks,
  ...notifications,
  ...outside,
  ...requests,
  ...limits,
];
