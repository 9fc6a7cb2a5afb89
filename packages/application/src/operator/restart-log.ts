import { type Checkpoint, Malformed, parseVerifierKey, toBase64 } from '@strongroom/audit-proof';
import type { Target } from '@strongroom/domain';
import type { AuditKey, AuditKeys } from '@strongroom/ports';
import type { Ports } from '../kernel/deps.ts';
import { LogFault, type LogFaultCode } from '../kernel/log-fault.ts';
import { logEventAbout } from '../steps/audit/log-event.ts';
import { checkpointOf, headOf } from '../steps/audit/log-tree.ts';
import { placeChange } from '../steps/audit/recognise-store.ts';
import { latestCheckpoint, signCheckpoint } from '../steps/audit/sign-checkpoint.ts';
import { readKeys } from '../steps/audit/signing-keys.ts';
import { documentOf } from '../store/collection.ts';
import { type LogIdentity, logIdentities, logIdentityIn } from '../store/log-identity.ts';
import { laterOrigin, newOrigin } from './new-origin.ts';
import { logTarget } from './organisation-of.ts';

type RestartLogDeps = Pick<Ports, 'documents' | 'clock' | 'ids' | 'secrets'> & Readonly<{ auditKeys: AuditKeys }>;

/** A log in place of another one. */
export type RestartedLog = Readonly<{
  origin: string;
  vkey: string;
  /** Number of events that the store had. */
  before: number;
  /** The reason why the earlier log could not be continued; undefined if it could. */
  fault: LogFaultCode | undefined;
  /** The last known checkpoint of the earlier log. */
  last: Checkpoint | undefined;
}>;

/**
 * Begins a new log in place of one that cannot be continued, under a new name, over the events that the store has. It is
 * signed by the key that is there, so that every process that has the key goes on; `isKeyNew` is for a key that was stolen. `about`: the target of the event, for a log without an organisation.
 * Its first event holds the reason and the last known checkpoint of the earlier log. Harmless to interrupt and repeat. Throws
 * LogFault for a key that cannot be read or a damaged edge, SettingsUnfit for an empty store, VersionConflict.
 */
export async function restartLog(
  ports: RestartLogDeps,
  { reason, isKeyNew = false, about }: Readonly<{ reason: string; isKeyNew?: boolean; about?: Target }>,
): Promise<RestartedLog> {
  const { documents, auditKeys, clock } = ports;
  const signing = { documents, log: documents.audit, auditKeys, clock };
  const target = about ?? (await logTarget(documents));
  const fault = await signCheckpoint(signing).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof LogFault) return error.code;
      throw error;
    },
  );
  const found = await logIdentityIn(documents);
  const last = await lastKnown(ports, found?.identity);
  const { size: before } = await headOf(documents.audit);
  const { vkey } = await keyOfNewLog(ports, { identity: found?.identity, last, isKeyNew });
  const { name: origin } = parseVerifierKey(vkey);
  const replaces = last?.origin ?? found?.identity.origin ?? null;
  const identity: LogIdentity = { origin, keys: [{ vkey, until: null }], replaces };
  const document = documentOf(logIdentities, identity, (found?.version ?? 0) + 1);
  const change = found === undefined ? { insert: document } : { replace: document };
  const data = {
    reason,
    fault: fault ?? null,
    origin,
    vkey,
    before,
    last_origin: replaces,
    last_size: last?.size ?? null,
    last_root: last === undefined ? null : toBase64(last.root),
  };
  await documents.commit(
    [{ collection: logIdentities.name, ...change }, ...(await placeChange(ports))],
    [logEventAbout(ports, target, 'log.restarted', data)],
  );
  await signCheckpoint(signing);
  return { origin, vkey, before, fault, last };
}

/** The longest checkpoint that is known: beside the key, or in the store. */
async function lastKnown(
  { documents, auditKeys }: RestartLogDeps,
  identity: LogIdentity | undefined,
): Promise<Checkpoint | undefined> {
  const noted = readable(await auditKeys.lastSigned());
  const stored = readable(identity && (await latestCheckpoint(documents, identity.origin))?.note);
  if (noted === undefined || stored === undefined) return noted ?? stored;
  return stored.origin === noted.origin && stored.size > noted.size ? stored : noted;
}

function readable(note: string | undefined): Checkpoint | undefined {
  try {
    return note === undefined ? undefined : checkpointOf(note);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

type LogStart = Readonly<{ identity: LogIdentity | undefined; last: Checkpoint | undefined; isKeyNew: boolean }>;

/**
 * A key that an operator added for another log, or an interrupted call did; else the present one under another name, or one
 * that is made now.
 */
async function keyOfNewLog(
  ports: RestartLogDeps,
  { identity, last, isKeyNew }: LogStart,
): Promise<Pick<AuditKey, 'vkey'>> {
  const { auditKeys, secrets, documents } = ports;
  const used = [identity?.origin, identity?.replaces, last?.origin];
  const there = await readKeys(auditKeys);
  const newest = there.at(-1);
  const name = newest && parseVerifierKey(newest.vkey).name;
  const isFree = name !== undefined && !used.includes(name) && (await latestCheckpoint(documents, name)) === undefined;
  if (newest !== undefined && isFree) return newest;
  const earlier = identity?.origin ?? last?.origin;
  const origin = earlier === undefined ? newOrigin(secrets, 'localhost') : laterOrigin(secrets, earlier);
  if (isKeyNew || newest === undefined) return auditKeys.add(origin);
  const present = there.find(({ vkey }) => publicHalf(vkey) === publicHalf(identity?.keys[0]?.vkey)) ?? newest;
  return present.under(origin);
}

/** Names no log, so that a key is known again under another name. */
const publicHalf = (vkey: string | undefined): string | undefined =>
  vkey === undefined ? undefined : toBase64(parseVerifierKey(vkey).publicKey);
