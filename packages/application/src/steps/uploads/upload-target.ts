import {
  type AvailableFile,
  assertVersionsLeft,
  type FileId,
  type FolderPath,
  isPresent,
  type Label,
  openPartOf,
  type RoomId,
  TOP_FOLDER,
} from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { type AtFile, inFile, lookInFile } from '../../kernel/in-file.ts';
import { type InRoom, inRoom, lookInRoom } from '../../kernel/in-room.ts';
import { lowestLabel } from '../../kernel/labels.ts';
import type { FirstLook, LoadAllowed, OperationDeps } from '../../kernel/operation-on.ts';
import type { AtRoom } from '../../kernel/sight.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { files, replacementsOf } from '../../store/files.ts';
import { FolderByPath } from '../folders/folder-by-path.ts';
import type { FolderOfId } from '../folders/folder-of-id.ts';

type UploadTargetDeps = OperationDeps & Pick<Deps, 'documents'>;
/**
 * `replaces`: the file that the upload becomes a version of. `label`, `folder`: those that the request names. `named`: the folder, if
 * by its id.
 */
type Upload = Readonly<{
  roomId: RoomId;
  replaces?: FileId | undefined;
  label: Label | undefined;
  folder: FolderPath | undefined;
  named?: FolderOfId | undefined;
}>;

type OnTarget<T> = Readonly<{
  replay?: Replay<T>;
  refs?: readonly Ref[];
  apply: (uow: UnitOfWork, seen: InRoom, replaced: AvailableFile | undefined) => T;
}>;

/** The target of an upload: a room for a new file, or a file for its next version. Decides whether the caller may. */
export type UploadTarget = Readonly<{
  look: () => Promise<FirstLook<InRoom>>;
  run: <T>(operation: OnTarget<T>) => Promise<T>;
  /** Like `run`, for another upload. Throws LIMIT_REACHED if the file cannot have another version. */
  add: <T>(operation: OnTarget<T>) => Promise<T>;
}>;

export const uploadTarget = (deps: UploadTargetDeps, ctx: SignedIn, upload: Upload): UploadTarget =>
  upload.replaces === undefined
    ? intoRoom(deps, ctx, upload)
    : intoFile(deps, ctx, { ...upload, fileId: upload.replaces });

function intoRoom(deps: UploadTargetDeps, ctx: SignedIn, { roomId, label, folder, named }: Upload): UploadTarget {
  const decision = {
    action: 'file.upload',
    // A folder that is hidden from the caller is refused where its way is found, like one that is not there.
    facts: (_: Snapshot, at: AtRoom) => ({
      label: label ?? at.room?.label ?? lowestLabel(deps.labelRules),
      place: openPartOf(at, folder ?? TOP_FOLDER),
    }),
  } as const;
  const into = new FolderByPath(deps, roomId, folder ?? TOP_FOLDER);
  const run = <T>({ apply, refs = [], ...operation }: OnTarget<T>): Promise<T> =>
    inRoom(deps, ctx, roomId, {
      ...decision,
      ...operation,
      refs: [...refs, ...(named?.refs ?? [])],
      ...(folder !== undefined && { loadAllowed: loadThrough(into) }),
      apply: (uow, seen) => {
        named?.assertThere(uow, seen);
        into.permit(uow, seen);
        return apply(uow, seen, undefined);
      },
    });
  return { look: () => lookInRoom(deps, ctx, roomId, decision), run, add: run };
}

/** Loads the way to a folder through places in which owners of the room make the folders. */
const loadThrough =
  (into: FolderByPath): LoadAllowed<InRoom> =>
  async (snapshot, seen) =>
    into.leadsThroughOwners(seen.room) ? into.load(snapshot, seen) : [];

function intoFile(
  deps: UploadTargetDeps,
  ctx: SignedIn,
  { roomId, fileId, label, folder: destination, named }: Upload & Readonly<{ fileId: FileId }>,
): UploadTarget {
  const place = { roomId, fileId };
  const labelFor = ({ file }: AtFile) => label ?? (isPresent(file) ? file.label : lowestLabel(deps.labelRules));
  const decision = {
    action: 'file.replace',
    facts: (_: Snapshot, at: AtFile) => ({ label: labelFor(at), destination: openTo(at) }),
  } as const;
  const into = destination === undefined ? undefined : new FolderByPath(deps, roomId, destination);
  let awaited = 0;
  const replaced = (seen: AtFile): AvailableFile | undefined =>
    seen.file?.status === 'available' ? seen.file : undefined;
  // A folder that is hidden from the caller is refused where its way is found, like one that is not there.
  const openTo = (at: AtRoom) => (destination === undefined ? undefined : openPartOf(at, destination));
  const assertOpen = (uow: UnitOfWork, seen: InRoom): void => {
    named?.assertThere(uow, seen);
    into?.permit(uow, seen);
  };
  const loadPlace = into && loadThrough(into);
  return {
    look: () => lookInFile(deps, ctx, place, decision),
    run: ({ apply, refs = [], ...operation }) =>
      inFile(deps, ctx, place, {
        ...decision,
        ...operation,
        refs: [...refs, ...(named?.refs ?? [])],
        ...(loadPlace !== undefined && { loadAllowed: loadPlace }),
        apply: (uow, seen) => {
          assertOpen(uow, seen);
          return apply(uow, seen, replaced(seen));
        },
      }),
    add: ({ apply, refs = [], ...operation }) =>
      inFile(deps, ctx, place, {
        ...decision,
        ...operation,
        refs: [...refs, ...(named?.refs ?? [])],
        serializeOn: fileId,
        loadAllowed: async (snapshot, seen) => {
          awaited = await deps.documents.count(files.name, { anyOf: [replacementsOf(fileId)] });
          return loadPlace === undefined ? [] : loadPlace(snapshot, seen);
        },
        apply: (uow, seen) => {
          assertOpen(uow, seen);
          const file = replaced(seen);
          if (file !== undefined) {
            const together = uow
              .written(files)
              .filter((one) => one.status === 'pending' && one.replaces?.id === fileId);
            assertVersionsLeft(file, awaited + together.length);
            // Every upload that is to become a version replaces the file, so that none is counted twice or not at all.
            uow.put(files, file);
          }
          return apply(uow, seen, file);
        },
      }),
  };
}
