import { type Action, type BinnedFile, isThere, type LiveRoom } from '@strongroom/domain';
import { files } from '../store/files.ts';
import type { SignedIn } from './context.ts';
import type { AtFile, PlaceOfFile } from './in-file.ts';
import { type OperationDeps, type OperationOn, operateOn } from './operation-on.ts';
import { atRoom, fileRefs } from './sight.ts';
import { fileTarget } from './targets.ts';

type InBin = AtFile & Readonly<{ room: LiveRoom; file: BinnedFile }>;

/** Runs an operation on a file in the bin of a room that the caller sees there. */
export const inBin = <A extends Action, T>(
  deps: OperationDeps,
  ctx: SignedIn,
  { roomId, fileId }: PlaceOfFile,
  operation: OperationOn<A, AtFile, InBin, T>,
): Promise<T> =>
  operateOn<A, AtFile, InBin, T>(
    deps,
    ctx,
    {
      refs: fileRefs(ctx, roomId, fileId),
      find: (snapshot) => ({ ...atRoom(deps, snapshot, ctx, roomId), file: snapshot.find(files, fileId) }),
      target: ({ file }) => fileTarget(fileId, file),
      seen: (found) => {
        const { room, file } = found;
        if (!isThere(room) || file?.status !== 'binned')
          throw new TypeError('an operation on a file in the bin was allowed without one');
        return { ...found, room, file };
      },
    },
    operation,
  );
