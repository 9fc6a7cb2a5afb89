import {
  type AvailableFile,
  DomainError,
  decide,
  type FileId,
  type FileName,
  type FolderPath,
  higher,
  isPresent,
  type Label,
  moveFile,
  recountFile,
  relabelFile,
  relabelLink,
  renameFile,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Known, Snapshot } from '../../kernel/identity-map.ts';
import { type AtFile, type InFile, inFile, type Place } from '../../kernel/in-file.ts';
import { knownLabel, lowestLabel } from '../../kernel/labels.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { atRoom } from '../../kernel/sight.ts';
import { fileTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { oneFileSeen } from '../../steps/files/files-seen.ts';
import { allLinksOfFile, MAX_LINKS_OF_RELABELLED } from '../../steps/links/links-of-file.ts';
import { stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { shareLinks } from '../../store/share-links.ts';

type Input = Readonly<{
  fileId: FileId;
  name?: FileName | undefined;
  folder?: FolderPath | undefined;
  classification?: Label | undefined;
}>;

type Needs = OperationDeps & Pick<Deps, 'documents'>;

/**
 * Renames, moves or relabels a file. Its links get its label in the same commit. Equal values change nothing. Throws
 * INVALID_CLASSIFICATION, FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, CLEARANCE_INSUFFICIENT, UPLOAD_NOT_CONFIRMED,
 * ROOM_ARCHIVED, LIMIT_REACHED.
 */
export const editFile =
  (deps: Needs) =>
  async (ctx: SignedIn, { fileId, name, folder, classification }: Input): Promise<AvailableFile> => {
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
        const next = relabelFile(deps.labelRules.scheme, moved, label ?? moved.label, found.room.label);
        if (next === found.file) return { found, next };
        uow.put(files, next);
        // Archival and deletion replace the room.
        uow.expect(rooms, place.roomId);
        const target = fileTarget(fileId, found.file);
        if (renamed !== found.file) uow.record({ type: 'file.renamed', target });
        if (moved !== renamed) uow.record({ type: 'file.moved', target });
        if (next !== moved) relabel(deps, uow, found, next, links.of(uow));
        return { found, next };
      },
    });
    return oneFileSeen(deps, at, edited);
  };

/** An absent file is refused whatever the label. */
const sentOrPresent = ({ labelRules }: Needs, sent: Label | undefined, file: AtFile['file']): Label =>
  sent ?? (isPresent(file) ? file.label : lowestLabel(labelRules));

/** Records the higher label, so that readers below it learn nothing of the file. */
function relabel(
  { labelRules }: Needs,
  uow: UnitOfWork,
  { file, room }: InFile,
  next: AvailableFile,
  links: readonly string[],
): void {
  const from = file.effectiveLabel;
  const to = next.effectiveLabel;
  if (from !== to) {
    if (links.length > MAX_LINKS_OF_RELABELLED)
      throw new DomainError('LIMIT_REACHED', {
        message: `A file with more than ${MAX_LINKS_OF_RELABELLED} links keeps its label; upload it again under another.`,
      });
    uow.put(rooms, recountFile(room, from, to));
    for (const id of links) uow.put(shareLinks, relabelLink(uow.get(shareLinks, id), to));
  }
  uow.record({
    type: 'file.relabelled',
    target: { ...fileTarget(file.id, file), label: higher(labelRules.scheme, from, to) },
    data: { from: file.label, to: next.label, links: from === to ? 0 : links.length },
  });
}

/** Loads the links only for a caller who may relabel the file: hidden and absent files cost the same. */
function linksToRelabel(deps: Needs, ctx: SignedIn, { roomId, fileId }: Place, label: Label | undefined) {
  let ids: readonly string[] = [];
  return {
    loadMore: async (snapshot: Snapshot): Promise<readonly Known[]> => {
      const file = snapshot.find(files, fileId);
      const found = { ...atRoom(deps, snapshot, ctx, roomId), file };
      const isNeeded =
        label !== undefined &&
        isPresent(file) &&
        label !== file.label &&
        decide('file.edit', { ...found, label }).effect === 'allow';
      const known = isNeeded ? await allLinksOfFile(deps.documents, fileId) : [];
      ids = known.map(({ document }) => stateOf(shareLinks, document).id);
      return known;
    },
    /** Those that still exist, and those made by the same commit. */
    of: (uow: UnitOfWork): readonly string[] => {
      const made = uow.written(shareLinks).filter((link) => link.fileId === fileId);
      return [...new Set([...ids, ...made.map(({ id }) => id)])].filter((id) => uow.find(shareLinks, id) !== undefined);
    },
  };
}
