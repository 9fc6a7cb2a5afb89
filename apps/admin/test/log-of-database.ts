import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { auditKeysIn, createSecrets, systemClock, systemIds } from '@strongroom/adapter-local';
import { openHome, refuseLogFault } from '@strongroom/application';
import {
  type BearerSecret,
  bearerSecret,
  DEFAULT_EXTERNAL_CLEARANCE,
  DEFAULT_LABELS,
  DEFAULT_ROLE_CLEARANCES,
  type Email,
} from '@strongroom/domain';
import type { AuditKeys, DocumentStore, Secrets } from '@strongroom/ports';
import { aFolder } from './setting.ts';

const nothing = () => undefined;
const QUIET = { info: nothing, warn: nothing, error: nothing };

/** Makes the organisation in an empty database, as the first start does. */
export async function anOrganisation(
  documents: DocumentStore,
  token: BearerSecret = bearerSecret('apiToken', randomBytes(32)),
  more: Readonly<{ secrets?: Secrets; auditKeys?: AuditKeys }> = {},
): Promise<void> {
  const secrets = more.secrets ?? createSecrets(randomBytes(32));
  const labelRules = {
    scheme: DEFAULT_LABELS,
    roleClearances: DEFAULT_ROLE_CLEARANCES,
    externalClearance: DEFAULT_EXTERNAL_CLEARANCE,
    shareMaxLabel: null,
  };
  await openHome(
    { documents, clock: systemClock, ids: systemIds, log: QUIET, ...more, secrets },
    { labelRules, publicUrl: () => 'https://rooms.example' },
    { ownerEmail: 'owner@rooms.example' as Email, ownerToken: async () => token },
  );
}

/** Writes a signed log. Returns the file of its key. */
export async function aSignedLog(documents: DocumentStore): Promise<string> {
  const file = join(await aFolder(), 'audit.key');
  const auditKeys = auditKeysIn({ file, isMade: true });
  await anOrganisation(documents, undefined, { auditKeys });
  await refuseLogFault({ documents, auditKeys, clock: systemClock });
  return file;
}

/** The findings of the doctor about an intact log in a database. */
export const soundLog = () => [
  { check: 'audit key', status: 'ok', text: expect.stringMatching(/^signs rooms\.example\/api\/v1\/audit\/\w{8}$/) },
  {
    check: 'audit log',
    status: 'ok',
    text: expect.stringMatching(/^1 event, continues the checkpoint in the store, at .*audit\.checkpoint$/),
  },
  { check: 'audit tree', status: 'ok', text: '0 tiles compared with the entries' },
  { check: 'audit index', status: 'ok', text: 'none stored yet' },
  { check: 'audit place', status: 'ok', text: expect.stringMatching(/^the last checkpoint is noted in /) },
];
