import {
  type Action,
  type AvailableFile,
  type File,
  type FileId,
  isPresent,
  isThere,
  type LiveRoom,
  type PendingFile,
  type RoomId,
} from '@strongroom/domain';
import { files } from '../store/files.ts';
import type { SignedIn } from './context.ts';
import type { Snapshot } from './identity-map.ts';
import {
  type FirstLook,
  type FirstLookOperation,
  lookAt,
  type OperationDeps,
  type OperationOn,
  type OperationSubject,
  operateOn,
  permitOn,
} from './operation-on.ts';
import { type AtRoom, atRoom, fileRefs } from './sight.ts';
import { fileTarget } from './targets.ts';

export type AtFile = AtRoom & Readonly<{ file: File | undefined }>;
export type InFile = AtFile & Readonly<{ room: LiveRoom; file: PendingFile | AvailableFile }>;

export type PlaceOfFile = Readonly<{ roomId: RoomId; fileId: FileId }>;

export type OperationInFile<A extends Action, T> = OperationOn<A, AtFile, InFile, T>;

/** Runs an operation on a file the caller sees. */
export const inFile = <A extends Action, T>(
  deps: OperationDeps,
  ctx: SignedIn,
  place: PlaceOfFile,
  operation: OperationInFile<A, T>,
): Promise<T> => operateOn(deps, ctx, fileOf(deps, ctx, place), operation);

/** Decides about a file before calls that take long or cost something. */
export const lookInFile = <A extends Action>(
  deps: OperationDeps,
  ctx: SignedIn,
  place: PlaceOfFile,
  operation: FirstLookOperation<A, AtFile, InFile>,
): Promise<FirstLook<InFile>> => lookAt(deps, ctx, fileOf(deps, ctx, place), operation);

/** Decides about a file within an operation. Throws Denied with the code of the policy. */
export const permitInFile = <A extends Action>(
  deps: OperationDeps,
  ctx: SignedIn,
  place: PlaceOfFile,
  operation: Pick<FirstLookOperation<A, AtFile, InFile>, 'action' | 'facts'>,
  snapshot: Snapshot,
): InFile => permitOn(fileOf(deps, ctx, place), operation, snapshot);

const fileOf = (
  deps: OperationDeps,
  ctx: SignedIn,
  { roomId, fileId }: PlaceOfFile,
): OperationSubject<AtFile, InFile> => ({
  refs: fileRefs(ctx, roomId, fileId),
  find: (snapshot) => ({ ...atRoom(deps, snapshot, ctx, roomId), file: snapshot.find(files, fileId) }),
  target: ({ file }) => fileTarget(fileId, file),
  seen: (found) => {
    const { room, file } = found;
    if (!isThere(room) || !isPresent(file)) throw new TypeError('an operation on a file was allowed without a file');
    return { ...found, room, file };
  },
});
