import { higherLabel, type LabelRules, type LiveRoom, markOfFile, recountFile, type Target } from '@strongroom/domain';
import { fileTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import type { FileChange } from '../links/links-to-follow.ts';

/** Replaces a file, and counts it under its mark. Conflicts with archival and deletion of the room, which replace that. */
export function putFile(uow: UnitOfWork, room: LiveRoom, { file, next }: FileChange): void {
  uow.put(files, next);
  const [from, to] = [markOfFile(file), markOfFile(next)];
  if (from === to) uow.expect(rooms, room.id);
  else uow.put(rooms, recountFile(room, from, to));
}

/** The target of an event about a change of labels: readers below the higher one learn nothing of it. */
export const higherTarget = ({ scheme }: Pick<LabelRules, 'scheme'>, { file, next }: FileChange): Target => ({
  ...fileTarget(file.id, file),
  label: higherLabel(scheme, file.effectiveLabel, next.effectiveLabel),
});
