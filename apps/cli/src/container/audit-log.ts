import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
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
import { Problem } from '@strongroom/command-line';
import type { AuditKeys, DocumentStore } from '@strongroom/ports';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import type { AuditKeyFiles, Embedded, Store } from '../command/embedded.ts';
import { asProblem } from './as-problem.ts';
import { openAuditKeys, openKeepers } from './audit-keys.ts';
import { damagedIndexOf } from './damaged-index.ts';
import { openStore } from './store.ts';

// Nothing is derived or sealed here, so the service's real secret is not needed.
const secrets = createSecrets(randomBytes(32));
const runtime = { secrets, clock: systemClock, ids: systemIds };

export const makeAuditKey: Embedded['makeAuditKey'] = (address) => newAuditKey(newOrigin(secrets, address));

export const rotateAuditKey: Embedded['rotateAuditKey'] = (store, keys) =>
  withLog(store, keys, (parts) => rotate({ ...runtime, ...parts }, { mayMake: keys.isMade }));

export const stageAuditKey: Embedded['stageAuditKey'] = (store, keys) =>
  withLog(store, keys, async (parts) => {
    const { origin, staged } = await nextAuditKey(parts);
    const content = await readFile(keys.file, 'utf8');
    if (staged !== undefined) return { content, vkey: staged };
    const line = await newAuditKey(origin);
    const [key] = await memoryAuditKeys([line]).read();
    const isWhole = content === '' || content.endsWith('\n');
    return { content: `${content}${isWhole ? '' : '\n'}${line}\n`, vkey: key?.vkey ?? '' };
  });

export const restartLog: Embedded['restartLog'] = (store, keys, asked) =>
  withLog(store, keys, (parts) => restart({ ...runtime, ...parts }, asked));

export const continueLog: Embedded['continueLog'] = (store, keys, { reason, keepers }) =>
  withLog(store, keys, async (parts) =>
    continueIt({ ...runtime, ...parts, keepers: await openKeepers(keepers) }, { reason }),
  );

export const repairLog: Embedded['repairLog'] = (store, keys, { keepers, checkpoints }) =>
  withLog(store, keys, async (parts) => {
    const { reindexed, ...done } = await repair({ ...parts, keepers: await openKeepers(keepers) }, checkpoints);
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
      return await work({ documents, auditKeys: await openAuditKeys(keys) });
    } finally {
      await opened.close();
    }
  } catch (error) {
    throw refusedBySystem(error) ?? asProblem(error);
  }
}

/** The file of the audit key may be read-only, or missing. */
function refusedBySystem(error: unknown): Problem | undefined {
  const code = systemErrorCode(error);
  if (code === undefined) return undefined;
  const path = error instanceof Object && 'path' in error ? String(error.path) : 'a file';
  return new Problem(`${path}: the operating system refused it (${code}).`, { cause: error });
}
