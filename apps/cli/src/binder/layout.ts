import { portablePaths, type File as RoomFile } from '@strongroom/client';

/** The files of a binder, by their paths in its folder. */
export const MANIFEST = 'MANIFEST.sha256';
/** The proof of the event that names the manifest. It is the only file besides the manifest that the manifest cannot name. */
export const SEAL = 'exported.proof';
export const ABOUT = 'binder.json';
export const INDEX = 'index.csv';
export const PAGE = 'index.html';
export const MEMBERS = 'members.csv';
export const FILES = 'files';
export const RECORD = 'record';
export const EVENTS = `${RECORD}/events.jsonl`;
export const LOG_KEY = `${RECORD}/key`;

/** Those beside the files and the record. */
export const OWN: ReadonlySet<string> = new Set([MANIFEST, SEAL, ABOUT, INDEX, PAGE, MEMBERS]);

/** Whether a path is one that every binder has, or of its record. */
export const isOfBinder = (path: string): boolean => OWN.has(path) || path.startsWith(`${RECORD}/`);

export const proofPath = (seq: number): string => `${RECORD}/${seq}.proof`;

/** A file of the room with its path in the binder. */
export type Bound = Readonly<{ file: RoomFile; path: string }>;

/** A path for each file, which every system can hold, in the order of paths in the room. */
export function bound(files: readonly RoomFile[]): readonly Bound[] {
  const paths = portablePaths(files);
  return files
    .map((file, index) => ({ file, path: `${FILES}/${paths[index] ?? file.id}` }))
    .toSorted((one, other) => one.path.localeCompare(other.path, 'en', { numeric: true }));
}
