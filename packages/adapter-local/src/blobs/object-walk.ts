import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobKey, systemErrorCode } from '@strongroom/ports';
import { filePiece, folderPiece, liesAt } from './object-path.ts';

type WalkPosition = Readonly<{ names: readonly string[]; key: string }>;
type Entry = Readonly<{ name: string; piece: string; isFile: boolean }>;

type Walk = Readonly<{
  root: string;
  prefix: string;
  after: string | undefined;
  /** Called with each folder that holds nothing. */
  onEmpty: ((folder: string) => Promise<void>) | undefined;
}>;

/** The keys under `prefix` and after `after`, in byte order. Opens only folders that can contain one. */
export const walkObjects = (
  root: string,
  prefix: string,
  after?: string,
  onEmpty?: Walk['onEmpty'],
): AsyncGenerator<BlobKey> => walk({ root, prefix, after, onEmpty }, { names: [], key: '' });

async function* walk(walking: Walk, place: WalkPosition): AsyncGenerator<BlobKey> {
  const { root, prefix, after, onEmpty } = walking;
  const folder = join(root, ...place.names);
  const entries = await entriesOf(folder);
  if (entries.length === 0) await onEmpty?.(folder);
  for (const entry of entries) {
    const names = [...place.names, entry.name];
    const key = place.key + entry.piece;
    if (!entry.isFile) {
      const behind = after === undefined || after.startsWith(key) || key > after;
      const mayHold = key.startsWith(prefix) || prefix.startsWith(key);
      if (behind && mayHold) yield* walk(walking, { names, key });
    } else if (key.startsWith(prefix) && (after === undefined || key > after) && liesAt(key, names)) {
      yield key;
    }
  }
}

async function entriesOf(folder: string): Promise<Entry[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return []; // the folder was removed with its last object
    throw error;
  });
  const entries: Entry[] = [];
  for (const entry of found) {
    const isFile = entry.isFile();
    const piece = isFile ? filePiece(entry.name) : entry.isDirectory() ? folderPiece(entry.name) : undefined;
    if (piece !== undefined) entries.push({ name: entry.name, piece, isFile });
  }
  return entries.sort((a, b) => (a.piece === b.piece ? (a.isFile ? -1 : 1) : a.piece < b.piece ? -1 : 1));
}
