import { EPOCH, type Instant } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { defineCollection, refTo, stateOf } from './collection.ts';

/** A key of an audit log. After `until` it does not sign any more; null for the present key. */
export type LogKey = Readonly<{ vkey: string; until: Instant | null }>;

/** Names the audit log of a store, apart from the keys themselves. */
export type LogIdentity = Readonly<{
  origin: string;
  /** Every key that has signed it, the present one first. */
  keys: readonly LogKey[];
  /** The origin of the log that this one replaced, or null. */
  replaces: string | null;
}>;

/** Id of the only document. */
export const LOG_IDENTITY = 'log';

export const logIdentities = defineCollection<LogIdentity>({
  name: 'audit-log',
  id: () => LOG_IDENTITY,
  position: () => EPOCH,
  shape: { origin: 'text', keys: 'list' },
});

/** The log of a store, and the version of its document; undefined for a store whose log was never signed. */
export async function logIdentityIn(
  documents: Pick<DocumentStore, 'read'>,
): Promise<Readonly<{ identity: LogIdentity; version: number }> | undefined> {
  const [document] = await documents.read([refTo(logIdentities, LOG_IDENTITY)]);
  return document && { identity: stateOf(logIdentities, document), version: document.version };
}
