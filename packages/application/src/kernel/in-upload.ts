import {
  type AvailableFile,
  type File,
  type FileId,
  isPresent,
  isThere,
  type LiveRoom,
  type MergedUpload,
  type PendingFile,
} from '@strongroom/domain';
import { refTo, stateOf } from '../store/collection.ts';
import { files } from '../store/files.ts';
import type { SignedIn } from './context.ts';
import type { Deps } from './deps.ts';
import type { ListedDocument, Snapshot } from './identity-map.ts';
import type { AtFile, PlaceOfFile } from './in-file.ts';
import {
  type FirstLook,
  type FirstLookOperation,
  type OperationDeps,
  type OperationOn,
  type OperationSubject,
  operationsOn,
} from './operation-on.ts';
import { atRoom, fileRefs } from './sight.ts';
import { fileTarget } from './targets.ts';

/**
 * `file`: what the policy decides on: the upload, or for one that became a version the file that has it, as if the uploader of the
 * version had uploaded the file. `replaced`: the file that the upload becomes, or became, a version of.
 */
export type AtUpload = AtFile & Readonly<{ stored: File | undefined; replaced: File | undefined }>;
export type InUpload = AtUpload &
  Readonly<{ room: LiveRoom; file: PendingFile | AvailableFile; stored: PendingFile | AvailableFile | MergedUpload }>;

type InUploadDeps = OperationDeps & Pick<Deps, 'documents'>;

/** Decides about an upload before its object is sealed. */
export function lookInUpload(
  deps: InUploadDeps,
  ctx: SignedIn,
  place: PlaceOfFile,
  operation: Pick<FirstLookOperation<'file.confirm', AtUpload, InUpload>, 'action' | 'facts'>,
): Promise<FirstLook<InUpload>> {
  let into: FileId | undefined;
  const loadMore = async (snapshot: Snapshot): Promise<readonly ListedDocument[]> => {
    into = undefined;
    const id = replacedBy(snapshot.find(files, place.fileId));
    const [document] = id === undefined ? [] : await deps.documents.read([refTo(files, id)]);
    if (document === undefined) return [];
    into = stateOf(files, document).id;
    return [{ collection: files.name, document }];
  };
  return uploads.look(deps, ctx, { ...place, into: () => into }, { ...operation, loadMore });
}

/** Runs an operation on an upload, also on one that became a version of another file. `into`: that file. */
export const inUpload = <T>(
  deps: InUploadDeps,
  ctx: SignedIn,
  { into, ...place }: PlaceOfFile & Readonly<{ into: FileId | undefined }>,
  operation: OperationOn<'file.confirm', AtUpload, InUpload, T>,
): Promise<T> =>
  uploads.operate(
    deps,
    ctx,
    { ...place, into: () => into },
    {
      ...operation,
      refs: [...(operation.refs ?? []), ...(into === undefined ? [] : [refTo(files, into)])],
    },
  );

type UploadPlace = PlaceOfFile & Readonly<{ into: () => FileId | undefined }>;

const uploads = operationsOn(
  (deps, ctx, { roomId, fileId, into }: UploadPlace): OperationSubject<AtUpload, InUpload> => ({
    refs: fileRefs(ctx, roomId, fileId),
    find: (snapshot) => atUpload(deps, snapshot, ctx, { roomId, fileId, into: into() }),
    target: ({ file }) => fileTarget(fileId, file),
    namedRoom: roomId,
    seen: (at) => {
      const { room, file, stored } = at;
      const isUpload = stored?.status === 'pending' || stored?.status === 'available' || stored?.status === 'merged';
      if (!isThere(room) || !isUpload || !isPresent(file)) throw new TypeError('an upload was allowed without one');
      return { ...at, room, file, stored };
    },
  }),
);

/** The caller at an upload. `into`: the file that was read with it. */
export function atUpload(
  deps: OperationDeps,
  snapshot: Snapshot,
  ctx: SignedIn,
  { roomId, fileId, into }: PlaceOfFile & Readonly<{ into: FileId | undefined }>,
): AtUpload {
  const stored = snapshot.find(files, fileId);
  const replaced = into === undefined ? undefined : snapshot.find(files, into);
  return { ...atRoom(deps, snapshot, ctx, roomId), stored, replaced, file: decidedOn(stored, replaced) };
}

/** The file that an upload becomes, or became, a version of. */
export const intoOf = ({ stored }: Pick<InUpload, 'stored'>): FileId | undefined => replacedBy(stored);

function replacedBy(stored: File | undefined): FileId | undefined {
  if (stored?.status === 'pending') return stored.replaces?.id;
  return stored?.status === 'merged' ? stored.into : undefined;
}

function decidedOn(stored: File | undefined, replaced: File | undefined): File | undefined {
  if (stored?.status !== 'merged') return stored;
  return replaced?.status === 'available' ? { ...replaced, uploadedBy: stored.uploadedBy } : undefined;
}
