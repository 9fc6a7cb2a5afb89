import {
  type AnyLink,
  changedFields,
  changeLink,
  creatorHasLeft,
  DomainError,
  type EventData,
  formatInstant,
  type Instant,
  type LinkChange,
  linkHasEnded,
} from '@strongroom/domain';
import { shareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import { shareLinks } from '../../store/share-links.ts';
import { users } from '../../store/users.ts';

/**
 * Changes a link and records the change. `checkLimit` is called for a link that works again, which counts like a new one.
 * Throws SHARE_REVOKED, SHARE_ALREADY_USED, VALIDATION_ERROR, and what `checkLimit` throws.
 */
export function changeInCommit<L extends AnyLink>(
  uow: UnitOfWork,
  link: L,
  { change, now }: Readonly<{ change: LinkChange; now: Instant }>,
  checkLimit: () => void,
): L {
  if (hasLeft(uow, link)) throw new DomainError('SHARE_REVOKED');
  const changed = changeLink(link, change, now);
  if (changed === link) return link;
  // Every end of a membership or a file, archival or deletion replaces the room.
  uow.expect(rooms, link.roomId);
  if (linkHasEnded(link, now) && !linkHasEnded(changed, now)) checkLimit();
  uow.put(shareLinks, changed);
  uow.record({ type: 'share.edited', target: shareTarget(link), data: dataOf(link, changed) });
  return changed;
}

/** A creator who was deactivated or left ended the link for good, without a revocation. */
const hasLeft = (uow: UnitOfWork, link: AnyLink): boolean =>
  creatorHasLeft(
    link,
    uow.find(users, link.createdBy),
    uow.find(memberships, membershipId(link.roomId, link.createdBy)),
  );

/** The names of the changed texts, never the texts. */
function dataOf(before: AnyLink, after: AnyLink): EventData {
  const fields = changedFields(before, after);
  const has = (field: (typeof fields)[number]): boolean => fields.includes(field);
  return {
    ...(after.fileId === undefined ? { kind: 'package' } : { file_id: after.fileId }),
    changed: {
      ...(has('name') && { name: true }),
      ...(has('recipient') && { recipient: true }),
      ...(has('message') && { message: true }),
      ...(has('expiresAt') && { expires_at: formatInstant(after.expiresAt) }),
      ...(has('maxDownloads') && { max_downloads: after.maxDownloads }),
    },
    ...((has('expiresAt') || has('maxDownloads')) && {
      before: {
        ...(has('expiresAt') && { expires_at: formatInstant(before.expiresAt) }),
        ...(has('maxDownloads') && { max_downloads: before.maxDownloads }),
      },
    }),
  };
}
