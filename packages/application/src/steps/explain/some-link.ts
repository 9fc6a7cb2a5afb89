import type { AvailableFile, MembershipId, PendingFile, ShareLink, ShareLinkId, UserId } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';

/** A link of the file, created by a user unknown to the caller, for decisions about links in general. */
export const someLink = (
  { ids, secrets, clock }: Pick<Deps, 'ids' | 'secrets' | 'clock'>,
  file: PendingFile | AvailableFile,
): ShareLink => ({
  id: ids.uuid<ShareLinkId>(),
  fileId: file.id,
  roomId: file.roomId,
  label: file.effectiveLabel,
  sealed: '',
  secretHash: secrets.hash(''),
  createdBy: ids.uuid<UserId>(),
  createdAt: clock.now(),
  creatorEpoch: 0,
  creatorMembershipId: ids.uuid<MembershipId>(),
  expiresAt: clock.now(),
  maxDownloads: null,
  downloads: 0,
  revokedAt: null,
});
