import { randomBytes } from 'node:crypto';
import {
  auditKeysIn,
  createSecrets,
  folderKeeper,
  newAuditKey,
  systemClock,
  systemIds,
} from '@strongroom/adapter-local';
import {
  eraseEvents as erase,
  inFormOfStore,
  newOrigin,
  repairLog as repair,
  restartLog as restart,
  rotateAuditKey as rotate,
} from '@strongroom/application';
import type { AuditKeys, DocumentStore } from '@strongroom/ports';
import type { AuditKeyFiles, Embedded, Store } from '../command/embedded.ts';
import { asProblem } from './as-problem.ts';
import { damagedIndexOf } from './damaged-index.ts';
import { openStore } from './store.ts';

// Nothing is derived or sealed here, so the service's real secret is not needed.
const secrets = createSecrets(randomBytes(32));
const runtime = { secrets, clock: systemClock, ids: systemIds };

export const makeAuditKey: Embedded['makeAuditKey'] = (address) => newAuditKey(newOrigin(secrets, address));

export const rotateAuditKey: Embedded['rotateAuditKey'] = (store, keys) =>
  withLog(store, keys, (parts) => rotate({ ...runtime, ...parts }));

export const restartLog: Embedded['restartLog'] = (store, keys, reason) =>
  withLog(store, keys, (parts) => restart({ ...runtime, ...parts }, { reason }));

export const repairLog: Embedded['repairLog'] = (store, keys, { folders, checkpoints }) =>
  withLog(store, keys, async (parts) => {
    const { reindexed, ...done } = await repair({ ...parts, keepers: folders.map(folderKeeper) }, checkpoints);
    return { ...done, reindexed: reindexed.map(damagedIndexOf) };
  });

export const eraseEvents: Embedded['eraseEvents'] = (store, keys, wanted) =>
  withLog(store, keys, (parts) => erase({ ...runtime, ...parts }, wanted));

type Parts = Readonly<{ documents: DocumentStore; auditKeys: AuditKeys }>;

async function withLog<T>(store: Store, keys: AuditKeyFiles, work: (parts: Parts) => Promise<T>): Promise<T> {
  try {
    const opened = await openStore(store);
    try {
      const documents = await inFormOfStore(opened);
      return await work({ documents, auditKeys: auditKeysIn(keys) });
    } finally {
      await opened.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
}
