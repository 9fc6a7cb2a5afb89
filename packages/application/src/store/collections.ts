import { auditKeeping } from './audit-keeping.ts';
import { bins } from './bins.ts';
import { checkpoints } from './checkpoints.ts';
import type { Collection } from './collection.ts';
import { deviceLogins } from './device-logins.ts';
import { files } from './files.ts';
import { folders } from './folders.ts';
import { roomGroups } from './groups.ts';
import { idempotencyRecords } from './idempotency.ts';
import { jobs } from './jobs.ts';
import { keptCheckpoints } from './kept-checkpoints.ts';
import { logIdentities } from './log-identity.ts';
import { mailCounts } from './mail-counts.ts';
import { newsPositions, notifications } from './notifications.ts';
import { organisations, orgUnits, unitMemberships } from './organisation.ts';
import { destroyedFiles, receipts } from './receipts.ts';
import { redemptions } from './redemptions.ts';
import { memberships, rooms } from './rooms.ts';
import type { SchemaNumbers } from './schemas.ts';
import { storeSettings } from './settings.ts';
import { shareLinks } from './share-links.ts';
import { tokenUses } from './token-uses.ts';
import { inboxItems, uploadRequests } from './upload-requests.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

/** Every collection of a store, except the three whose shape never changes: their schemas, the serving processes, and their place. */
export const COLLECTIONS: readonly Collection<never>[] = [
  storeSettings,
  organisations,
  orgUnits,
  unitMemberships,
  users,
  rooms,
  memberships,
  files,
  shareLinks,
  receipts,
  destroyedFiles,
  idempotencyRecords,
  jobs,
  tokenUses,
  logIdentities,
  checkpoints,
  auditKeeping,
  keptCheckpoints,
  deviceLogins,
  folders,
  mailCounts,
  redemptions,
  bins,
  webhooks,
  roomGroups,
  notifications,
  newsPositions,
  uploadRequests,
  inboxItems,
];

export const schemasOf = (collections: readonly Collection<never>[]): SchemaNumbers =>
  Object.fromEntries(collections.map(({ name, schema }) => [name, schema]));
