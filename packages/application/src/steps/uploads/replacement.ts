import {
  type AvailableFile,
  DomainError,
  decide,
  type FileId,
  type GcmTag,
  type Iv,
  inZone,
  isAbandoned,
  isReplacement,
  type LiveRoom,
  labelOfReplacement,
  openPartOf,
  type Replacement,
  replaceFile,
  zoneAt,
} from '@strongroom/domain';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { AtUpload, InUpload } from '../../kernel/in-upload.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { fileTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { files } from '../../store/files.ts';
import { higherTarget, putFile } from '../files/changed-file.ts';
import { type FileChange, linksToFollow } from '../links/links-to-follow.ts';

type ReplacementDeps = OperationDeps & Pick<Deps, 'documents'>;
type Sealed = Readonly<{ iv: Iv; tag: GcmTag; sealed: string }>;

/**
 * The confirmation of an upload that becomes the current version of a file. Decides about that file as it is then: it may have got
 * another label, or be gone.
 */
export function replacementIn(deps: ReplacementDeps, into: FileId, sent: Sealed) {
  const { scheme } = deps.labelRules;
  const decision = (at: AtUpload, upload: Replacement) => {
    const { replaced: file } = at;
    const label = file?.status === 'available' ? labelOfReplacement(scheme, file, upload) : upload.label;
    const { folder } = upload.replaces;
    // A folder that is hidden from the caller was refused where its way was found, like one that is not there.
    const destination = folder === undefined ? undefined : openPartOf(at, folder);
    return decide('file.replace', { ...at, file, label, destination });
  };
  const changed = (room: LiveRoom, file: AvailableFile, upload: Replacement) => {
    const { file: next, merged } = replaceFile({ scheme, roomLabel: room.label }, file, upload, {
      ...sent,
      at: deps.clock.now(),
    });
    return { file: inZone(next, zoneAt(room, next.folder)), merged };
  };
  /** The change of a caller who may also make it of that file. */
  const changeOf = (found: InUpload): FileChange | undefined => {
    const { room, stored, replaced: file } = found;
    if (stored.status !== 'pending' || !isReplacement(stored) || isAbandoned(stored, deps.clock.now()))
      return undefined;
    if (decision(found, stored).effect === 'deny' || file?.status !== 'available') return undefined;
    return { file, next: changed(room, file, stored).file };
  };
  const links = linksToFollow(deps, into);
  return {
    load: (found: InUpload) => links.load(changeOf(found)),
    finish: links.finish,
    apply: (uow: UnitOfWork, found: InUpload, upload: Replacement): AvailableFile => {
      const { replaced: file, room } = found;
      permit(decision(found, upload), fileTarget(upload.replaces.id, file));
      if (file?.status !== 'available') throw new DomainError('FILE_NOT_FOUND');
      const { file: next, merged } = changed(room, file, upload);
      const change = { file, next };
      putFile(uow, room, change);
      uow.put(files, merged);
      links.follow(uow, change);
      uow.record({
        type: 'file.replaced',
        target: higherTarget(deps.labelRules, change),
        data: { version: merged.version, size: next.size, upload: upload.id },
      });
      return next;
    },
  };
}
