import type { File, Label } from '@strongroom/domain';
import type { Change, DocumentStore, StoredDocument } from '@strongroom/ports';
import type { Transition } from '../../kernel/identity-map.ts';
import type { Projected, Projection, ReadAhead } from '../../kernel/projection.ts';
import { documentOf, refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { COUNTED_FROM, type FolderCounts, folderId, folders, isInFolder } from '../../store/folders.ts';

/** The stores take 200 refs in one read. */
const IN_ONE_READ = 200;

/** By how much a folder has more files of each label. */
type Difference = Pick<FolderCounts, 'roomId' | 'path'> & Readonly<{ by: Map<Label, number> }>;

/**
 * The changes of folders that belong in the same commit as these changes of files; undefined, and nothing is read, unless a file
 * comes, goes, moves or gets another label. A folder that was read ahead is not read again. INVARIANT: a file of an older schema
 * is not counted yet, and is by the commit that rewrites it.
 */
export function folderChanges(
  documents: Pick<DocumentStore, 'read'>,
  transitions: readonly Transition<File>[],
  ahead: ReadAhead = new Map(),
): Promise<Projected> | undefined {
  const differences = transitions.length === 0 ? NONE : differencesOf(transitions);
  return differences.size === 0 ? undefined : changesOf(documents, differences, ahead);
}

/** The numbers of files by folder. */
export const folderCounts: Projection<File, FolderCounts> = { of: files, into: folders, derive: folderChanges };

type Differences = ReadonlyMap<string, Difference>;
const NONE: Differences = new Map();

async function changesOf(
  documents: Pick<DocumentStore, 'read'>,
  differences: Differences,
  ahead: ReadAhead,
): Promise<Projected> {
  const ids = [...differences.keys()];
  const missing = ids.filter((id) => !ahead.has(id));
  const found = new Map(ahead);
  for (let start = 0; start < missing.length; start += IN_ONE_READ) {
    const some = missing.slice(start, start + IN_ONE_READ);
    const read = await documents.read(some.map((id) => refTo(folders, id)));
    for (const [index, id] of some.entries()) found.set(id, read[index]);
  }
  return { changes: [...differences].flatMap(([id, difference]) => changeOf(difference, found.get(id))), ids };
}

function differencesOf(transitions: readonly Transition<File>[]): Differences {
  const byId = new Map<string, Difference>();
  const count = (file: File | undefined, by: 1 | -1): void => {
    if (!isInFolder(file)) return;
    const { roomId, folder: path, effectiveLabel: label } = file;
    const id = folderId(roomId, path);
    const difference = byId.get(id) ?? { roomId, path, by: new Map<Label, number>() };
    difference.by.set(label, (difference.by.get(label) ?? 0) + by);
    byId.set(id, difference);
  };
  for (const { before, after } of transitions) {
    if (before !== undefined && before.schema >= COUNTED_FROM) count(stateOf(files, before), -1);
    count(after, 1);
  }
  return new Map([...byId].filter(([, { by }]) => [...by.values()].some((number) => number !== 0)));
}

function changeOf({ roomId, path, by }: Difference, stored: StoredDocument | undefined): readonly Change[] {
  const counts = new Map(Object.entries(stored === undefined ? {} : stateOf(folders, stored).files));
  for (const [label, number] of by) counts.set(label, (counts.get(label) ?? 0) + number);
  const left = Object.fromEntries([...counts].filter(([, number]) => number > 0));
  const collection = folders.name;
  const next = documentOf(folders, { roomId, path, files: left }, (stored?.version ?? 0) + 1);
  if (next.keys.length > 0) return [{ collection, ...(stored === undefined ? { insert: next } : { replace: next }) }];
  return stored === undefined ? [] : [{ collection, remove: { id: stored.id, version: stored.version } }];
}
