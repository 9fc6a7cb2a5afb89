import { hasKey, isThere } from '@strongroom/domain';
import type { AtFile, PlaceOfFile } from '../../kernel/in-file.ts';
import { type OperationSubject, operationsOn } from '../../kernel/operation-on.ts';
import { atRoom, fileRefs } from '../../kernel/sight.ts';
import { fileTarget } from '../../kernel/targets.ts';
import { files } from '../../store/files.ts';

/** Answers a question about a file that the asker sees, also in the bin. */
export const inFileOfQuestion = operationsOn(
  (deps, ctx, { roomId, fileId }: PlaceOfFile): OperationSubject<AtFile, AtFile> => ({
    refs: fileRefs(ctx, roomId, fileId),
    find: (snapshot) => ({ ...atRoom(deps, snapshot, ctx, roomId), file: snapshot.find(files, fileId) }),
    target: ({ file }) => fileTarget(fileId, file),
    seen: (found) => {
      if (!isThere(found.room) || !hasKey(found.file))
        throw new TypeError('a question about a file was allowed without one');
      return found;
    },
  }),
).operate;
