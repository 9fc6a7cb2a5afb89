import { join } from 'node:path';
import { setTimeout as timer } from 'node:timers/promises';
import {
  AUDIT_KEY_FILE,
  auditKeysIn,
  createSecrets,
  type DataEntries,
  loadOrCreateSecrets,
  openSigningKey,
  openSqliteDocuments,
  reasonAgainstFolder,
  SqliteRateLimiter,
  systemClock,
  systemIds,
} from '@strongroom/adapter-local';
import { Checkpointer, nameLog, refusingWrites } from '@strongroom/application';
import {
  type AuditKeys,
  type ChainLimiter,
  type DocumentStore,
  type Log,
  type Secrets,
  type SigningKey,
  systemErrorCode,
  Unavailable,
} from '@strongroom/ports';
import type { Settings } from '../config/settings.ts';
import { Enrolment } from '../devices/enrolment.ts';
import { ReleaseRecord } from '../record/release-record.ts';
import { ReleaseRates } from '../release/rates.ts';

/** Record, limits and keys of the key service. Nothing here is the room service's. */
export type KeyServiceStore = Readonly<{
  /** Refuses commits while the record cannot be continued. */
  documents: DocumentStore;
  /** For the word of the operator about the record itself. */
  own: Readonly<{ documents: DocumentStore; auditKeys: AuditKeys }>;
  limiter: ChainLimiter;
  signingKey: SigningKey;
  secrets: Secrets;
  checkpointer: Checkpointer;
  rates: ReleaseRates;
  record: ReleaseRecord;
  enrolment: Enrolment;
  close: () => Promise<void>;
}>;

/** Waiting for the next checkpoint keeps no process alive. */
const IDLE = {
  now: () => systemClock.now(),
  pause: (milliseconds: number) => timer(milliseconds, undefined, { ref: false }),
};

/** The sentence says why, and what mends it. */
export class UnusableDataDir extends Error {}

const ENTRIES: DataEntries = { 'record.db': 'write', 'record.id': 'read', 'limits.db': 'write', keys: 'read' };

/** Opens the folder of the key service and makes what is missing. Rejects with UnusableDataDir, Unavailable or the error of the disk. */
export async function openStore(
  { dataDir, url, keysPerHour }: Pick<Settings, 'dataDir' | 'url' | 'keysPerHour'>,
  log: Log,
): Promise<KeyServiceStore> {
  const reason = await reasonAgainstFolder('the data folder', dataDir, ENTRIES);
  if (reason !== undefined) throw new UnusableDataDir(reason);
  const keys = join(dataDir, 'keys');
  const signingKey = await openSigningKey(keys, 'answers.key');
  const auditKeys = auditKeysIn({ file: join(keys, AUDIT_KEY_FILE), isMade: true });
  const own = await openSqliteDocuments({ path: join(dataDir, 'record.db') });
  const secrets = createSecrets(await loadOrCreateSecrets(keys));
  await nameLog({ documents: own, auditKeys, secrets }, new URL(url).host);
  const checkpointer = new Checkpointer({ documents: own, log: own.audit, auditKeys, clock: IDLE, logger: log });
  // INVARIANT: a record that may not be continued is recognised before anything is written.
  await checkpointer.signNow();
  const documents = refusingWrites(own, () => checkpointer.fault);
  const limiter = await openLimits(join(dataDir, 'limits.db'));
  const rates = new ReleaseRates({ limiter, clock: systemClock, log, keysPerHour });
  const record = new ReleaseRecord({
    documents,
    clock: systemClock,
    ids: systemIds,
    log,
    mayRecordRefusal: (subject) => rates.mayRecordRefusal(subject),
  });
  return {
    documents,
    own: { documents: own, auditKeys },
    limiter,
    signingKey,
    secrets,
    checkpointer,
    rates,
    record,
    enrolment: new Enrolment({ documents, clock: systemClock, record, url }),
    close: async () => {
      await limiter.close();
      await documents.close();
    },
  };
}

/** Damaged counts are replaced; a file that cannot be written to is named. */
const openLimits = (file: string): Promise<SqliteRateLimiter> =>
  SqliteRateLimiter.open({ file }).catch((error: unknown) => {
    const code = systemErrorCode(error instanceof Unavailable ? error.cause : error);
    throw code === undefined
      ? error
      : new UnusableDataDir(
          `${file} cannot be opened (${code}). It counts requests only: remove it, and it is made again`,
        );
  });
