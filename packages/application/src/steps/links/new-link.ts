import {
  type BearerSecret,
  type DownloadCap,
  expiryAfter,
  type Instant,
  type LinkTexts,
  type Membership,
  type ShareSeconds,
  type User,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';

type NewLink = Readonly<{
  user: Pick<User, 'id' | 'epoch'>;
  membership: Pick<Membership, 'id'>;
  secret: BearerSecret;
  now: Instant;
  expiresIn: ShareSeconds;
  maxDownloads: DownloadCap | null;
  texts: Partial<LinkTexts>;
}>;

/** The creator, the terms and the texts of a new link, of one file or several. */
export const termsOfNewLink = (
  { secrets }: Pick<Deps, 'secrets'>,
  { user, membership, secret, now, expiresIn, maxDownloads, texts }: NewLink,
) => ({
  secretHash: secrets.hash(secret),
  createdBy: user.id,
  createdAt: now,
  creatorEpoch: user.epoch,
  creatorMembershipId: membership.id,
  expiresAt: expiryAfter(now, expiresIn),
  maxDownloads,
  downloads: 0,
  revokedAt: null,
  ...texts,
});
