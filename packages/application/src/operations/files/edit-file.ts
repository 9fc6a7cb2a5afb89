import {
  type AvailableFile,
  DomainError,
  decide,
  type FileId,
  type FileName,
  type FolderPath,
  higher,
  type Instant,
  isPresent,
  isThere,
  type Label,
  moveFile,
  recountFile,
  redateFile,
  relabelFile,
  relabelLink,
  renameFile,
} from '@strongroom/domain';
import type { AvailableFileSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { type AtFile, type InFile, inFile, type Place } from '../../kernel/in-file.ts';
import { knownLabel, lowestLabel } from '../../kernel/labels.ts';
import { fileMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { atRoom } from '../../kernel/sight.ts';
import { fileTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { oneFileSeen } from '../../steps/files/files-seen.ts';
import {
  changeLinksInSteps,
  type LinksInCommit,
  linksInCommit,
  removeSurplusLinks,
} from '../../steps/links/links-of-file.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { linksOfFile, shareLinks } from '../../store/share-links.ts';

type EditFileInput = Readonly<{
  fileId: FileId;
  name?: FileName | undefined;
  folder?: FolderPath | undefined;
  modifiedAt?: Instant | undefined;
  classification?: Label | undefined;
}>;

type EditFileDeps = OperationDeps & Pick<Deps, 'documents'>;
type LinksToRelabel = LinksInCommit & Readonly<{ count: (uow: UnitOfWork) => number }>;

/**
 * Renames, moves, relabels a file, or changes when it was modified. Its links get its label in the same commit; where an older version made more than a
 * file may have, before it or before the answer, so that their label is never lower. Equal values change nothing. Throws
 * INVALID_CLASSIFICATION, FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, CLEARANCE_INSUFFICIENT, UPLOAD_NOT_CONFIRMED,
 * ROOM_ARCHIVED.
 */
export const editFile =
  (deps: EditFileDeps) =>
  async (
    ctx: SignedIn,
    { fileId, name, folder, modifiedAt, classification }: EditFileInput,
  ): Promise<AvailableFileSeen> => {
    const label = classification === undefined ? undefined : knownLabel(deps.labelRules, classification);
    const place = { roomId: placeOf(ctx, fileId), fileId };
    const links = linksToRelabel(deps, ctx, place, label);
    const { found: at, next: edited } = await inFile(deps, ctx, place, {
      action: 'file.edit',
      serializeOn: place.roomId,
      facts: (_, { file }) => ({ label: sentOrPresent(deps, label, file) }),
      loadMore: links.loadMore,
      apply: (uow, found) => {
        if (found.file.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
        const renamed = renameFile(found.file, name ?? found.file.name);
        const moved = moveFile(renamed, folder ?? renamed.folder);
        const dated = modifiedAt === undefined ? moved : redateFile(moved, modifiedAt);
        const next = relabelFile(deps.labelRules.scheme, dated, label ?? dated.label, found.room.label);
        if (next === found.file) return { found, next };
        uow.put(files, next);
        // Archival and deletion replace the room.
        uow.expect(rooms, place.roomId);
        const target = fileTarget(fileId, found.file);
        if (renamed !== found.file) uow.record({ type: 'file.renamed', target });
        if (moved !== renamed) uow.record({ type: 'file.moved', target });
        if (dated !== moved) uow.record({ type: 'file.redated', target });
        if (next !== dated) relabel(deps, uow, found, next, links);
        return { found, next };
      },
    });
    if (links.areInSteps()) await relabelInSteps(deps, fileId, edited.effectiveLabel);
    return { ...(await oneFileSeen(deps, at, edited)), may: fileMay(deps, { ...at, file: edited }) };
  };

/** An absent file is refused whatever the label. */
const sentOrPresent = ({ labelRules }: EditFileDeps, sent: Label | undefined, file: AtFile['file']): Label =>
  sent ?? (isPresent(file) ? file.label : lowestLabel(labelRules));

/** Records the higher label, so that readers below it learn nothing of the file. */
function relabel(
  { labelRules }: EditFileDeps,
  uow: UnitOfWork,
  { file, room }: InFile,
  next: AvailableFile,
  links: LinksToRelabel,
): void {
  const from = file.effectiveLabel;
  const to = next.effectiveLabel;
  if (from !== to) {
    uow.put(rooms, recountFile(room, from, to));
    for (const link of links.of(uow)) uow.put(shareLinks, relabelLink(link, to));
  }
  uow.record({
    type: 'file.relabelled',
    target: { ...fileTarget(file.id, file), label: higher(labelRules.scheme, from, to) },
    data: { from: file.label, to: next.label, links: from === to ? 0 : links.count(uow) },
  });
}

/** Loads the links only for a caller who may relabel the file. */
function linksToRelabel(
  deps: EditFileDeps,
  ctx: SignedIn,
  { roomId, fileId }: Place,
  label: Label | undefined,
): LinksToRelabel {
  const { scheme } = deps.labelRules;
  const at = (snapshot: Snapshot) => ({
    ...atRoom(deps, snapshot, ctx, roomId),
    file: snapshot.find(files, fileId),
  });
  let counted = 0;
  const isNeeded = (snapshot: Snapshot): boolean => {
    const found = at(snapshot);
    const { file } = found;
    return (
      label !== undefined &&
      isPresent(file) &&
      label !== file.label &&
      decide('file.edit', { ...found, label }).effect === 'allow'
    );
  };
  const before = async (snapshot: Snapshot): Promise<void> => {
    await removeSurplusLinks(deps, fileId);
    counted = await deps.documents.count(shareLinks.name, { anyOf: [linksOfFile(fileId)] });
    const { file, room } = at(snapshot);
    if (file?.status !== 'available' || !isThere(room) || label === undefined) return;
    const to = relabelFile(scheme, file, label, room.label).effectiveLabel;
    if (higher(scheme, file.effectiveLabel, to) === to) await relabelInSteps(deps, fileId, to);
  };
  const links = linksInCommit(deps, fileId, isNeeded, before);
  return { ...links, count: (uow) => (links.areInSteps() ? counted : links.of(uow).length) };
}

const relabelInSteps = (deps: EditFileDeps, fileId: FileId, label: Label): Promise<void> =>
  changeLinksInSteps(deps, fileId, (uow, link) => {
    const next = relabelLink(link, label);
    if (next !== link) uow.put(shareLinks, next);
  });
