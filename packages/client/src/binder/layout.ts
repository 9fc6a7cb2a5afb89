import type { File as RoomFile } from '../generated/operations.ts';
import { withNumbers } from '../names/numbered.ts';
import { portablePaths } from '../names/portable-paths.ts';

/** The parts of an exported room, by their paths in its folder. */
export const BINDER = {
  manifest: 'MANIFEST.sha256',
  /** The proof of the event that names the manifest: the only file besides it that the manifest does not name. */
  seal: 'exported.proof',
  about: 'binder.json',
  index: 'index.csv',
  page: 'index.html',
  members: 'members.csv',
  files: 'files',
  record: 'record',
  events: 'record/events.jsonl',
  logKey: 'record/key',
  proof: (seq: number) => `record/${seq}.proof`,
} as const;

/** A file of the room with its path in the binder. */
export type BoundFile = Readonly<{ file: RoomFile; path: string }>;

/** A path for each file, which every system can hold, in the order of these paths. In a room with index numbers names begin with them. */
export function bindFiles(files: readonly RoomFile[]): readonly BoundFile[] {
  const paths = portablePaths(files.map(withNumbers));
  return files
    .map((file, index) => ({ file, path: `${BINDER.files}/${paths[index] ?? file.id}` }))
    .toSorted((one, other) => one.path.localeCompare(other.path, 'en', { numeric: true }));
}

/** The facts of a binder that its next run reads. `paths`: those that it writes files to. */
export type AboutBinder = Readonly<{
  version: 1;
  room: Readonly<{ id: string; name: string; classification: string }>;
  service: string;
  state: 'begun' | 'whole';
  exported_at: string;
  paths: readonly string[];
}>;

/** A line of the manifest, in the form of `sha256sum`. */
export const manifestLine = (path: string, sha256: string): string => `${sha256}  ${path}\n`;
