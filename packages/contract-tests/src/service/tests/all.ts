import type { ServicePromise } from '../service-promise.ts';
import { accessPromises } from './access.ts';
import { binPromises } from './bin.ts';
import { conventionPromises } from './conventions.ts';
import { credentialPromises } from './credentials.ts';
import { deletionPromises } from './deletion.ts';
import { erasurePromises } from './erasure.ts';
import { eventPromises } from './events.ts';
import { exportPromises } from './exports.ts';
import { favouritePromises } from './favourites.ts';
import { filePromises } from './files.ts';
import { folderPromises } from './folders.ts';
import { groupPromises } from './groups.ts';
import { invitationPromises } from './invitations.ts';
import { keyPromises } from './keys.ts';
import { limitPromises } from './limits.ts';
import { serviceListPromises } from './lists.ts';
import { notificationPromises } from './notifications.ts';
import { numberingPromises } from './numbering.ts';
import { orgUnitPromises } from './org-units.ts';
import { externalPersonPromises } from './outside.ts';
import { oversightPromises } from './oversight.ts';
import { ownerPromises } from './owners.ts';
import { packagePromises } from './packages.ts';
import { requestPromises } from './requests.ts';
import { resourcePromises } from './resources.ts';
import { roomPromises } from './rooms.ts';
import { secondFactorPromises } from './second-factor.ts';
import { sessionPromises } from './sessions.ts';
import { sharePromises } from './shares.ts';
import { tokenPromises } from './tokens.ts';
import { uploadRequestPromises } from './upload-requests.ts';
import { userPromises } from './users.ts';
import { versionPromises } from './versions.ts';
import { visitPromises } from './visits.ts';
import { webhookPromises } from './webhooks.ts';

/** Every test of the service, in the order of the conformance page. */
export const servicePromises: readonly ServicePromise[] = [
  ...conventionPromises,
  ...resourcePromises,
  ...roomPromises,
  ...favouritePromises,
  ...visitPromises,
  ...deletionPromises,
  ...binPromises,
  ...exportPromises,
  ...versionPromises,
  ...filePromises,
  ...folderPromises,
  ...numberingPromises,
  ...groupPromises,
  ...accessPromises,
  ...sharePromises,
  ...packagePromises,
  ...uploadRequestPromises,
  ...keyPromises,
  ...userPromises,
  ...ownerPromises,
  ...invitationPromises,
  ...orgUnitPromises,
  ...serviceListPromises,
  ...credentialPromises,
  ...secondFactorPromises,
  ...erasurePromises,
  ...tokenPromises,
  ...eventPromises,
  ...oversightPromises,
  ...webhookPromises,
  ...notificationPromises,
  ...externalPersonPromises,
  ...sessionPromises,
  ...requestPromises,
  ...limitPromises,
];
