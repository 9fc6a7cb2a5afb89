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
import { type OperationDeps, type OperationOn, type OperationSubject, operationsOn } from './operation-on.ts';
import { type AtRoom, atRoom, fileRefs } from './sight.ts';
import { fileTarget } from './targets.ts';

export type AtFile = AtRoom & Readonly<{ file: File | undefined }>;
export type InFile = AtFile & Readonly<{ room: LiveRoom; file: PendingFile | AvailableFile }>;

export type PlaceOfFile = Readonly<{ roomId: RoomId; fileId: FileId }>;

export type OperationInFile<A extends Action, T> = OperationOn<A, AtFile, InFile, T>;

const inFiles = operationsOn(fileOf);
/** Runs an operation on a file the caller sees. */
export const inFile = inFiles.operate;
/** Decides about a file before calls that take long or cost something. */
export const lookInFile = inFiles.look;
/** Decides about a file within an operation. */
export const permitInFile = inFiles.permit;

function fileOf(deps: OperationDeps, ctx: SignedIn, { roomId, fileId }: PlaceOfFile): OperationSubject<AtFile, InFile> {
  return {
    refs: fileRefs(ctx, roomId, fileId),
    find: (snapshot) => ({ ...atRoom(deps, snapshot, ctx, roomId), file: snapshot.find(files, fileId) }),
    target: ({ file }) => fileTarget(fileId, file),
    seen: (found) => {
      const { room, file } = found;
      if (!isThere(room) || !isPresent(file)) throw new TypeError('an operation on a file was allowed without a file');
      return { ...found, room, file };
    },
  };
}
