import { randomBytes } from 'node:crypto';
import { createSecrets, memoryAuditKeys, newAuditKey, systemClock, systemIds } from '@strongroom/adapter-local';
import {
  continueLog as continueIt,
  eraseEvents as erase,
  inFormOfStore,
  newOrigin,
  nextAuditKey,
  repairLog as repair,
  restartLog as restart,
  rotateAuditKey as rotate,
} from '@strongroom/application';
import type { AuditKeys, DocumentStore } from '@strongroom/ports';
import { textOfFile } from '@strongroom/store-kit/node';
import type {
  AuditKeyFiles,
  CheckpointKeepers,
  DocumentPlace,
  ErasedEvents,
  KnownCheckpoints,
  RepairedLog,
  RestartedLog,
} from '../service/stores.ts';
import { asProblem } from './as-problem.ts';
import { openAuditKeys, openKeepers } from './audit-keys.ts';
import { damagedIndexOf } from './damaged-index.ts';
import { refusedBySystem } from './refused-by-system.ts';
import { openStore } from './store.ts';

// Nothing is derived or sealed here, so the service's real secret is not needed.
const secrets = createSecrets(randomBytes(32));
const runtime = { secrets, clock: systemClock, ids: systemIds };

/** A new private key of the audit log of a service at this address, as a line of its file. */
export const makeAuditKey: (address: string) => Promise<string> = (address) => newAuditKey(newOrigin(secrets, address));

/**
 * Gives the audit log the key that is staged in its file, and returns its public half and the earlier one. A file of the
 * data folder gets one where none is staged. Throws Problem.
 */
export const rotateAuditKey: (
  store: DocumentPlace,
  keys: AuditKeyFiles,
) => Promise<Readonly<{ vkey: string; earlier: string }>> = (store, keys) =>
  withLog(store, keys, (parts) => rotate({ ...runtime, ...parts }, { mayMake: keys.isMade }));

/** The file of the audit key with a next key for the log of the store, and the public half of that key. Throws Problem. */
export const stageAuditKey: (
  store: DocumentPlace,
  keys: AuditKeyFiles,
) => Promise<Readonly<{ content: string; vkey: string }>> = (store, keys) =>
  withLog(store, keys, async (parts) => {
    const { origin, staged } = await nextAuditKey(parts);
    const content = await textOfFile(keys.file);
    if (staged !== undefined) return { content, vkey: staged };
    const line = await newAuditKey(origin);
    const [key] = await memoryAuditKeys([line]).read();
    const isWhole = content === '' || content.endsWith('\n');
    return { content: `${content}${isWhole ? '' : '\n'}${line}\n`, vkey: key?.vkey ?? '' };
  });

/** Begins a new audit log in place of one that cannot be continued. `isKeyNew`: with a key of its own. Throws Problem. */
export const restartLog: (
  store: DocumentPlace,
  keys: AuditKeyFiles,
  asked: Readonly<{ reason: string; isKeyNew: boolean }>,
) => Promise<RestartedLog> = (store, keys, asked) =>
  withLog(store, keys, (parts) => restart({ ...runtime, ...parts }, asked));

/** Lets a restored or moved store continue its audit log. Throws Problem. */
export const continueLog: (
  store: DocumentPlace,
  keys: AuditKeyFiles,
  asked: Readonly<{ reason: string; keepers: CheckpointKeepers }>,
) => Promise<Readonly<{ origin: string; size: number }>> = (store, keys, { reason, keepers }) =>
  withLog(store, keys, async (parts) =>
    continueIt({ ...runtime, ...parts, keepers: await openKeepers(keepers) }, { reason }),
  );

/** Rebuilds damaged tiles of the audit log from its entries, if these agree with every known checkpoint. Throws Problem. */
export const repairLog: (store: DocumentPlace, keys: AuditKeyFiles, known: KnownCheckpoints) => Promise<RepairedLog> = (
  store,
  keys,
  { keepers, checkpoints },
) =>
  withLog(store, keys, async (parts) => {
    const { reindexed, ...done } = await repair({ ...parts, keepers: await openKeepers(keepers) }, checkpoints);
    return { ...done, reindexed: reindexed.map(damagedIndexOf) };
  });

/** Erases events of the audit log, or the addresses of their callers, and returns their number. Throws Problem. */
export const eraseEvents: (store: DocumentPlace, keys: AuditKeyFiles, wanted: ErasedEvents) => Promise<number> = (
  store,
  keys,
  wanted,
) => withLog(store, keys, (parts) => erase({ ...runtime, ...parts }, wanted));

type Parts = Readonly<{ documents: DocumentStore; auditKeys: AuditKeys }>;

async function withLog<T>(store: DocumentPlace, keys: AuditKeyFiles, work: (parts: Parts) => Promise<T>): Promise<T> {
  try {
    const opened = await openStore(store);
    try {
      const documents = await inFormOfStore(opened);
      return await work({ documents, auditKeys: await openAuditKeys(keys) });
    } finally {
      await opened.close();
    }
  } catch (error) {
    throw (await refusedBySystem(error)) ?? asProblem(error);
  }
}
