import {
  type AboutBinder,
  BINDER,
  type BinderEntry,
  type BoundFile,
  binderIndex,
  binderMembers,
  binderPage,
  binderRecord,
  bindFiles,
  manifestLine,
  type Room,
  type File as RoomFile,
  type StrongroomCalls,
} from '@strongroom/client';
import { readInOrder } from './read-in-order.ts';
import type { ZipEntry } from './save-zip.ts';
import { isOfOneFile, sha256 } from './zip-entries.ts';

type Binding = Readonly<{
  service: Pick<StrongroomCalls, 'audit' | 'members' | 'rooms'>;
  room: Room;
  files: readonly RoomFile[];
  /** Reads the files of a list, in its order. */
  readerOf: (files: readonly RoomFile[]) => () => Promise<ArrayBuffer>;
  /** The moment of the export. */
  now: Date;
  signal: AbortSignal;
  /** Called after each file, with the number of those that have ended. */
  onEnded: (count: number) => void;
  /** Called for a file that cannot be read, for a reason that the other files do not share. */
  onLeftOut: (file: RoomFile, error: unknown) => void;
  reasonOf: (error: unknown) => string;
}>;

/**
 * The entries of an exported room, as `strongroom export` writes them: its files, its record, and a manifest that the log names.
 * Files that cannot be read are named in the index. Throws the error of a file that the next one would also meet.
 */
export async function* binderEntries(binding: Binding): AsyncGenerator<ZipEntry, void> {
  const { service, room, signal, now } = binding;
  const bound = bindFiles(binding.files);
  await service.rooms.recordExport(room.id, { files: bound.length }, { signal });
  let manifest = '';
  const entryOf = (path: string, text: string): ZipEntry => ({ name: path, input: bytesOf(text), lastModified: now });
  async function listed(path: string, text: string): Promise<ZipEntry> {
    const entry = entryOf(path, text);
    manifest += manifestLine(path, await sha256(entry.input));
    return entry;
  }
  const index: BinderEntry[] = [];
  const files = bound.map(({ file }) => file);
  let ended = 0;
  for await (const { result } of readInOrder(files, binding.readerOf(files))) {
    const one = bound[ended];
    if (one === undefined) break;
    if ('input' in result) {
      const hash = await sha256(result.input);
      manifest += manifestLine(one.path, hash);
      index.push({ ...one, sha256: hash });
      yield { name: one.path, input: result.input, lastModified: changedAt(one.file) };
    } else index.push({ ...one, failure: failureOf(one, result.error, binding) });
    binding.onEnded(++ended);
  }
  for await (const { path, text } of binderRecord(service, room.id, { signal })) yield await listed(path, text);
  const exportedAt = now.toISOString();
  const members = await service.members.list(room.id, { per_page: 100 }, { signal }).all();
  yield await listed(BINDER.index, binderIndex(index));
  yield await listed(BINDER.page, binderPage(room.name, exportedAt, index));
  yield await listed(BINDER.members, binderMembers(members));
  yield await listed(BINDER.about, aboutOf(room, exportedAt, bound));
  yield entryOf(BINDER.manifest, manifest);
  const read = index.filter(({ failure }) => failure === undefined);
  const whole = { files: read.length, manifest_sha256: await sha256(bytesOf(manifest)) };
  const { id } = await service.rooms.recordExport(room.id, whole, { signal });
  const proof = await service.audit.proof(id, { room_id: room.id }, { signal });
  yield entryOf(BINDER.seal, await proof.text());
}

/** The reason for which one file is left out. Throws an error that the next file would also meet. */
function failureOf({ file }: BoundFile, error: unknown, { onLeftOut, reasonOf }: Binding): string {
  if (!isOfOneFile(error)) throw error;
  onLeftOut(file, error);
  return reasonOf(error);
}

function aboutOf(room: Room, exportedAt: string, bound: readonly BoundFile[]): string {
  const about: AboutBinder = {
    version: 1,
    room: { id: room.id, name: room.name, classification: room.classification },
    service: location.origin,
    state: 'whole',
    exported_at: exportedAt,
    paths: bound.map(({ path }) => path),
  };
  return `${JSON.stringify(about, null, 2)}\n`;
}

const changedAt = ({ modified_at: changed, uploaded_at: uploaded }: RoomFile): Date => new Date(changed ?? uploaded);

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
