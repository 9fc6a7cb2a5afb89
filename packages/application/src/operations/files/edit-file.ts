import {
  type AvailableFile,
  DomainError,
  type EventData,
  FileId,
  type FileName,
  type FolderPath,
  formatInstant,
  type Instant,
  inZone,
  isPresent,
  isThere,
  type Label,
  moveFile,
  openPartOf,
  type RoomId,
  redateFile,
  relabelFile,
  renameFile,
  widensSight,
  zoneAt,
} from '@strongroom/domain';
import type { AvailableFileSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { type AtFile, type InFile, inFile, type PlaceOfFile } from '../../kernel/in-file.ts';
import { knownLabel, lowestLabel } from '../../kernel/labels.ts';
import { fileMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { atRoom } from '../../kernel/sight.ts';
import { fileTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { higherTarget, putFile } from '../../steps/files/changed-file.ts';
import { oneFileSeen } from '../../steps/files/files-seen.ts';
import { FolderByPath } from '../../steps/folders/folder-by-path.ts';
import { type FolderOfId, type NamedFolder, withFolderOfId } from '../../steps/folders/folder-of-id.ts';
import { type FileChange, type LinksToFollow, linksToFollow } from '../../steps/links/links-to-follow.ts';
import { files } from '../../store/files.ts';

type EditFileInput = Readonly<{
  /** With `roomId`: an id of the wrong form is answered like an unknown one. */
  fileId: string;
  name?: FileName | undefined;
  folder?: FolderPath | undefined;
  /** In place of `folder`: the folder that has this id; null for the top. */
  folderId?: NamedFolder | undefined;
  /** Only a file of this room. */
  roomId?: RoomId | undefined;
  modifiedAt?: Instant | undefined;
  classification?: Label | undefined;
}>;

type EditFileDeps = OperationDeps & Pick<Deps, 'documents' | 'ids'>;

/**
 * Renames, moves, relabels a file, or changes when it was modified. Its links get its label in the same commit; where an older version made more than a
 * file may have, before it or before the answer, so that their label is never lower. Equal values change nothing. Throws
 * INVALID_CLASSIFICATION, FILE_NOT_FOUND, FOLDER_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, CLEARANCE_INSUFFICIENT, UPLOAD_NOT_CONFIRMED,
 * ROOM_ARCHIVED.
 */
export const editFile =
  (deps: EditFileDeps) =>
  (ctx: SignedIn, { folderId, ...input }: EditFileInput): Promise<AvailableFileSeen> => {
    const roomId = input.roomId ?? roomIdOfFile(ctx, input.fileId);
    const file = { ...input, roomId, fileId: idOrRandom(FileId, input.fileId, deps.ids) };
    return folderId === undefined
      ? edit(deps, ctx, file)
      : withFolderOfId(deps, ctx, { roomId, named: folderId }, (named) =>
          edit(deps, ctx, { ...file, folder: named.path, named }),
        );
  };

type Edit = Omit<EditFileInput, 'folderId' | 'fileId'> &
  Readonly<{ roomId: RoomId; fileId: FileId; named?: FolderOfId }>;

async function edit(
  deps: EditFileDeps,
  ctx: SignedIn,
  { roomId, fileId, name, folder, named, modifiedAt, classification }: Edit,
): Promise<AvailableFileSeen> {
  const label = classification === undefined ? undefined : knownLabel(deps.labelRules, classification);
  const place = { roomId, fileId };
  const into = folder === undefined ? undefined : new FolderByPath(deps, place.roomId, folder);
  const links = linksToFollow(deps, fileId);
  const { found: at, next: edited } = await inFile(deps, ctx, place, {
    action: 'file.edit',
    serializeOn: place.roomId,
    replay: presentFile(deps, ctx, place),
    facts: (_, found) => ({ label: sentOrPresent(deps, label, found.file), destination: openTo(found, folder) }),
    refs: [...(into?.refs ?? []), ...(named?.refs ?? [])],
    loadAllowed: async (snapshot, found) => [
      ...((await into?.load(snapshot, found)) ?? []),
      ...(await links.load(changeOf(deps, found, { label, folder }))),
    ],
    apply: (uow, found): Edited => {
      named?.assertThere(uow, found);
      if (found.file.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
      const renamed = renameFile(found.file, name ?? found.file.name);
      const to = into?.find(uow, found) ?? renamed.folder;
      const moved = inZone(moveFile(renamed, to), zoneAt(found.room, to));
      const dated = modifiedAt === undefined ? moved : redateFile(moved, modifiedAt);
      const next = relabelFile(deps.labelRules.scheme, dated, label ?? dated.label, found.room.label);
      if (next === found.file) return { found, next };
      putFile(uow, found.room, { file: found.file, next });
      const target = fileTarget(fileId, found.file);
      if (renamed !== found.file) uow.record({ type: 'file.renamed', target });
      if (moved !== renamed) {
        const widened = widensSight(found.room, found.file.folder, moved.folder);
        uow.record({ type: 'file.moved', target, data: { widened } });
      }
      if (dated !== moved) uow.record({ type: 'file.redated', target, data: datesOf(moved, dated) });
      if (next !== dated) relabel(deps, uow, { file: found.file, next }, links);
      // The links follow the file below another restricted folder.
      else links.follow(uow, { file: found.file, next });
      return { found, next };
    },
  });
  await links.finish(edited);
  return { ...(await oneFileSeen(deps, at, edited)), may: fileMay(deps, { ...at, file: edited }) };
}

type Edited = Readonly<{ found: InFile; next: AvailableFile }>;

/** A repeated request is answered with the file as it is by now. Throws FILE_NOT_FOUND. */
const presentFile = (deps: EditFileDeps, ctx: SignedIn, { roomId, fileId }: PlaceOfFile): Replay<Edited> => ({
  store: () => ({ fileId }),
  restore: (_, uow) => {
    const { room, ...at } = atRoom(deps, uow, ctx, roomId);
    const file = uow.find(files, fileId);
    if (!isThere(room) || file?.status !== 'available') throw new DomainError('FILE_NOT_FOUND');
    return { found: { ...at, room, file }, next: file };
  },
});

/** An absent file is refused whatever the label. */
const sentOrPresent = ({ labelRules }: EditFileDeps, sent: Label | undefined, file: AtFile['file']): Label =>
  sent ?? (isPresent(file) ? file.label : lowestLabel(labelRules));

/**
 * The destination on which the policy decides. A folder that is hidden from the caller is refused where its way is found, like one that
 * is not there.
 */
const openTo = (found: AtFile, folder: FolderPath | undefined): FolderPath | undefined =>
  folder === undefined ? undefined : openPartOf(found, folder);

/** Records the higher label, so that readers below it learn nothing of the file. */
function relabel(deps: EditFileDeps, uow: UnitOfWork, change: FileChange, links: LinksToFollow): void {
  const { file, next } = change;
  uow.record({
    type: 'file.relabelled',
    target: higherTarget(deps.labelRules, change),
    data: { from: file.label, to: next.label, links: links.follow(uow, change) },
  });
}

const datesOf = (before: AvailableFile, after: AvailableFile): EventData => ({
  from: timeOrNull(before.modifiedAt),
  to: timeOrNull(after.modifiedAt),
});

const timeOrNull = (at: Instant | undefined): string | null => (at === undefined ? null : formatInstant(at));

/** The change of label and place. */
function changeOf(
  deps: EditFileDeps,
  { file, room }: InFile,
  { label, folder }: Pick<Edit, 'folder'> & Readonly<{ label: Label | undefined }>,
): FileChange | undefined {
  if ((label === undefined && folder === undefined) || file.status !== 'available') return undefined;
  const to = folder ?? file.folder;
  const moved = inZone(moveFile(file, to), zoneAt(room, to));
  return { file, next: relabelFile(deps.labelRules.scheme, moved, label ?? file.label, room.label) };
}
