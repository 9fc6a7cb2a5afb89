import type { NewShare, Peeked, Redeemed, Resumed, ShareSeen } from '@strongroom/application';
import { formatInstant } from '@strongroom/domain';
import { mayOf } from '../describe/may.ts';
import { type Viewed, view } from '../describe/view.ts';
import { contentFields, contentView, downloadFields } from './files.views.ts';
import { count, id, orNull, record, text, timestamp, url, word } from './view-fields.ts';

const shareFields = {
  id: id('The link.'),
  file_id: id('The file it leads to.'),
  version: orNull(count('The version that it leads to; null for one that follows the current version.')),
  name: orNull(text('Its name, for those who see it in lists; null without one.')),
  recipient: orNull(text('The person who got it, as its maker wrote; null if unsaid. Its holders do not see it.')),
  message: orNull(text('Words for its holders; null without any.')),
  expires_at: timestamp('When it ends.'),
  max_downloads: orNull(count('Maximum number of downloads; null for no limit.')),
  download_count: count('Number of downloads so far.'),
  status: word(
    ['active', 'expired', 'exhausted', 'revoked'],
    'Of several reasons the first of revoked, expired, exhausted.',
  ),
  created_by: id('User who made it; an owner of the room where you would not find that user.'),
  created_at: timestamp('When it was made.'),
  may: mayOf('share'),
};

/** A share link without its secret. */
export const ShareView = view('Share', shareFields);

export const shareView = ({ link, createdBy, status, may }: ShareSeen): Viewed<typeof ShareView> => ({
  id: link.id,
  file_id: link.fileId,
  version: link.version ?? null,
  name: link.name ?? null,
  recipient: link.recipient ?? null,
  message: link.message ?? null,
  expires_at: formatInstant(link.expiresAt),
  max_downloads: link.maxDownloads,
  download_count: link.downloads,
  status,
  created_by: createdBy,
  created_at: formatInstant(link.createdAt),
  ...(may && { may }),
});

/** A new share link, the only answer with its secret. */
export const NewShareView = view('NewShare', {
  ...shareFields,
  url: orNull(
    url('The link itself. Shown this once, null when the request is repeated; the service keeps only a hash.'),
  ),
  token: orNull(text('The secret in the link. Shown this once, null when the request is repeated.')),
});

export const newShareView = (share: NewShare, publicUrl: string): Viewed<typeof NewShareView> => ({
  ...shareView(share),
  url: share.secret === '' ? null : `${publicUrl}/api/v1/shares/by-token/${share.secret}`,
  token: share.secret === '' ? null : share.secret,
});

/** A share link as its holder sees it before a download. */
export const PeekView = view('SharedFile', {
  name: text('File name.'),
  size: count('Size in bytes.'),
  content_type: text('Media type of the plaintext.'),
  expires_at: timestamp('When the link ends.'),
  remaining: orNull(count('Downloads left; null for no limit.')),
  shared_by: orNull(
    record('The person who made the link; null for one who gave no name, and where links of the room are anonymous.', {
      name: text('Their name.'),
    }),
  ),
  organisation: orNull(
    text(
      'The organisation of the service, as its operator names it; null without a name, and where links of the room are anonymous.',
    ),
  ),
  message: orNull(text('Words of the maker of the link; null without any.')),
});

export const peekView = ({ link, file, remaining, sharedBy, organisation }: Peeked): Viewed<typeof PeekView> => ({
  name: file.name,
  size: file.size,
  content_type: file.contentType,
  expires_at: formatInstant(link.expiresAt),
  remaining,
  shared_by: sharedBy === null ? null : { name: sharedBy },
  organisation,
  message: link.message ?? null,
});

/** A counted download of a link. */
export const RedeemedView = view('RedeemedShare', {
  ...downloadFields,
  redemption: text('The secret that gets another address for this download, if it is interrupted.'),
  redemption_expires_at: timestamp('Until when it does.'),
});

export const redeemedView = (redeemed: Redeemed): Viewed<typeof RedeemedView> => ({
  ...contentView(redeemed),
  redemption: redeemed.redemption,
  redemption_expires_at: formatInstant(redeemed.redemptionExpiresAt),
});

/** Another address for a counted download. */
export const ResumedView = view('ResumedShare', contentFields);

export const resumedView = ({ url: address, expiresAt, file }: Resumed): Viewed<typeof ResumedView> => ({
  download_url: address,
  iv: file.iv,
  tag: file.tag,
  expires_at: formatInstant(expiresAt),
});
