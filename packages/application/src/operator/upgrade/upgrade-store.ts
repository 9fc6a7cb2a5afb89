import { type Change, DuplicateKey, Unavailable, VersionConflict } from '@strongroom/ports';
import type { Ports } from '../../kernel/deps.ts';
import { MAX_ATTEMPTS, pauseAfter } from '../../kernel/retry.ts';
import { ofFilesAlone } from '../../steps/folders/folder-differences.ts';
import { folderChanges } from '../../steps/folders/folder-tree.ts';
import type { Collection } from '../../store/collection.ts';
import { COLLECTIONS, schemasOf } from '../../store/collections.ts';
import { files } from '../../store/files.ts';
import { PROCESSES, processes } from '../../store/processes.ts';
import { receipts } from '../../store/receipts.ts';
import { type Schemas, schemas } from '../../store/schemas.ts';
import { labelledReceipts } from './labelled-receipts.ts';
import { refuseOlderProcesses } from './older-processes.ts';
import { rewriteCollection } from './rewrite-collection.ts';
import {
  isEqual,
  isUpgraded,
  putState,
  type RecordedSchemas,
  refuseUnreadable,
  schemaIn,
  schemasIn,
} from './store-schemas.ts';

type UpgradeStoreDeps = Pick<Ports, 'documents' | 'clock' | 'ids' | 'log'>;

type Options = Readonly<{
  collections?: readonly Collection<never>[];
  /** Called once before the first document is rewritten, if there is any. */
  begins: () => Promise<void>;
}>;

/**
 * Upgrades the documents of older versions to the shapes and keys of this one, and returns their number; undefined if there
 * was nothing to do. It may be interrupted anywhere and repeated, and several processes may run it at the same time. Throws
 * SettingsUnfit for a store of a newer version and of one before 0.2.0, OlderProcesses while one of an older version may serve the store, and
 * Unavailable.
 */
export async function upgradeStore(
  ports: UpgradeStoreDeps,
  { collections = COLLECTIONS, begins }: Options,
): Promise<number | undefined> {
  const known = schemasOf(collections);
  let total: number | undefined;
  for (;;) {
    const noted = await schemasIn(ports.documents);
    if (noted === undefined) break;
    const { written, begun } = noted.state;
    refuseUnreadable(noted.state, collections);
    if (isUpgraded(noted.state, known)) break;
    if (!isEqual(begun, known)) refuseOlderProcesses(noted.serving.processes, known, ports.clock.now());
    const behind = collections.filter(({ name, schema }) => schema > schemaIn(written, name));
    if (behind.length === 0) {
      await note(ports, noted, { written: known, begun: known });
      continue;
    }
    // INVARIANT: the store names the newer schema before any document has it, and older versions refuse to start on it.
    if (!isEqual(begun, known)) {
      await note(ports, noted, { written, begun: known });
      continue;
    }
    if (total === undefined) await begins();
    total ??= 0;
    for (const collection of behind) total += await upgradeCollection(ports, collection);
    await note(ports, noted, { written: known, begun: known });
  }
  if (total !== undefined) ports.log.info('the store is upgraded', { documents: total });
  return total;
}

const upgradeCollection = (ports: UpgradeStoreDeps, collection: Collection<never>): Promise<number> => {
  if (collection.name === files.name)
    return rewriteCollection(ports, files, {
      computed: async (all) =>
        (await folderChanges(ports.documents, { ids: ports.ids, scheme: [] }, ofFilesAlone(all)))?.changes ?? [],
    });
  if (collection.name === receipts.name)
    return rewriteCollection(ports, receipts, { completed: (all) => labelledReceipts(ports, all) });
  return rewriteCollection(ports, collection);
};

/**
 * Stores the schemas, unless another process changed them or began to serve the store since they were read. The next read
 * finds the record of a faster process, and one that was stored without an answer.
 */
async function note(
  { documents, clock }: UpgradeStoreDeps,
  { version, serving }: RecordedSchemas,
  state: Schemas,
): Promise<void> {
  const noOther: Change =
    serving.version === 0
      ? putState(processes, { processes: [] }, 0)
      : { collection: processes.name, expect: { id: PROCESSES, version: serving.version } };
  for (let attempt = 1; ; attempt++) {
    try {
      return await documents.commit([putState(schemas, state, version), noOther], []);
    } catch (error) {
      if (error instanceof VersionConflict || error instanceof DuplicateKey) return;
      if (!(error instanceof Unavailable) || attempt >= MAX_ATTEMPTS) throw error;
      await pauseAfter(clock, attempt);
    }
  }
}
