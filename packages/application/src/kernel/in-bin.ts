import { type BinnedFile, isThere, type LiveRoom, type RoomId } from '@strongroom/domain';
import { files } from '../store/files.ts';
import type { AtFile, PlaceOfFile } from './in-file.ts';
import { type OperationSubject, operationsOn } from './operation-on.ts';
import { atRoom, fileRefs } from './sight.ts';
import { fileTarget } from './targets.ts';

type InBin = AtFile & Readonly<{ room: LiveRoom; file: BinnedFile }>;

/** `namedRoom`: the room, where the caller named it. */
type PlaceInBin = PlaceOfFile & Readonly<{ namedRoom?: RoomId }>;

/** Runs an operation on a file in the bin of a room that the caller sees there. */
export const inBin = operationsOn(
  (deps, ctx, { roomId, fileId, namedRoom }: PlaceInBin): OperationSubject<AtFile, InBin> => ({
    refs: fileRefs(ctx, roomId, fileId),
    find: (snapshot) => ({ ...atRoom(deps, snapshot, ctx, roomId), file: snapshot.find(files, fileId) }),
    target: ({ file }) => fileTarget(fileId, file),
    namedRoom,
    seen: (found) => {
      const { room, file } = found;
      if (!isThere(room) || file?.status !== 'binned')
        throw new TypeError('an operation on a file in the bin was allowed without one');
      return { ...found, room, file };
    },
  }),
).operate;
