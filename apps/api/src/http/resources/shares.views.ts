import type {
  FileShown,
  NewShare,
  PeekedPackage,
  PeekedShare,
  RedeemedShare,
  ResumedShare,
  ShareSeen,
} from '@strongroom/application';
import { currentVersion, formatInstant, isPackage, PACKAGE_PAGE, TOP_FOLDER } from '@strongroom/domain';
import { mayOf } from '../describe/may.ts';
import { type ViewOf, view } from '../describe/view.ts';
import { contentFields, contentView, downloadFields } from './files.views.ts';
import { count, flag, formatOrNull, id, listOf, orNull, record, text, timestamp, url, word } from './view-fields.ts';

const shareFields = {
  id: id('The link.'),
  kind: word(['file', 'package'], 'Whether it leads to one file or to several.'),
  room_id: id('The room of its files.'),
  file_id: orNull(id('The file it leads to; null for a package.')),
  file_count: count('Number of its files that you see now.'),
  file_total: orNull(
    count(
      'Number of files that its maker put in; null unless you made the link or are cleared for the event that records it. Files missing from `file_count` are deleted or hidden from you.',
    ),
  ),
  file_name: orNull(text('Name of its file, or of the first that you see; null where you see none now.')),
  folder: orNull(
    text(
      'The deepest folder that holds all of its files that you see, empty for the top of the room; null where you see none now. Its holders do not see it.',
    ),
  ),
  version: orNull(count('The version that it leads to; null for one that follows the current version.')),
  name: orNull(text('Its name, for those who see it in lists; null without one.')),
  recipient: orNull(text('The person who got it, as its maker wrote; null if unsaid. Its holders do not see it.')),
  message: orNull(text('Words for its holders; null without any.')),
  expires_at: timestamp('When it ends.'),
  max_downloads: orNull(count('Maximum number of downloads; null for no limit.')),
  download_count: count('Number of downloads so far.'),
  last_used_at: orNull(
    timestamp('When the last download was counted; null without one, and where that was before this was noted.'),
  ),
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

export const shareView = ({
  link,
  createdBy,
  status,
  may,
  fileCount,
  ...seen
}: ShareSeen): ViewOf<typeof ShareView> => ({
  id: link.id,
  kind: link.kind ?? 'file',
  room_id: link.roomId,
  file_id: link.fileId ?? null,
  file_count: fileCount,
  file_total: seen.fileTotal ?? null,
  file_name: seen.fileName ?? null,
  folder: seen.folder ?? null,
  version: isPackage(link) ? null : (link.version ?? null),
  name: link.name ?? null,
  recipient: link.recipient ?? null,
  message: link.message ?? null,
  expires_at: formatInstant(link.expiresAt),
  max_downloads: link.maxDownloads,
  download_count: link.downloads,
  last_used_at: formatOrNull(link.lastUsedAt ?? null),
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

export const newShareView = (share: NewShare, publicUrl: string): ViewOf<typeof NewShareView> => ({
  ...shareView(share),
  url: share.secret === '' ? null : `${publicUrl}/api/v1/shares/by-token/${share.secret}`,
  token: share.secret === '' ? null : share.secret,
});

/** The parts that the holder of any link sees. */
const peekFields = {
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
};

/** A share link as its holder sees it before a download. */
export const PeekView = view('SharedFile', {
  kind: word(['file'], 'Always "file".'),
  name: text('File name.'),
  size: count('Size in bytes.'),
  content_type: text('Media type of the plaintext.'),
  ...peekFields,
});

const aboutLink = ({ link, remaining, sharedBy, organisation }: PeekedShare | PeekedPackage) => ({
  expires_at: formatInstant(link.expiresAt),
  remaining,
  shared_by: sharedBy === null ? null : { name: sharedBy },
  organisation,
  message: link.message ?? null,
});

export const peekView = (peeked: PeekedShare): ViewOf<typeof PeekView> => ({
  kind: 'file',
  name: peeked.file.name,
  size: peeked.file.size,
  content_type: peeked.file.contentType,
  ...aboutLink(peeked),
});

export const FOLDER_IN_PACKAGE =
  'The folder in which the maker of the link shows it, empty for the top: as it was called when the link was made.';

/** A package as its holder sees it before a download. */
export const PackagePeekView = view('SharedPackage', {
  kind: word(['package'], 'Always "package".'),
  file_count: count('Number of its files.'),
  size: count('Bytes of all its files.'),
  has_keys: flag('Whether its files come with keys, which only the address of the link opens. All do, or none.'),
  files: listOf(
    record('A file.', {
      index: count('Its place in the package, which it keeps when others go.'),
      name: text('File name.'),
      folder: text(FOLDER_IN_PACKAGE),
      size: count('Size in bytes.'),
      content_type: text('Media type of the plaintext.'),
    }),
    'The files of this page, in the order of their indexes.',
  ),
  ...peekFields,
});

/** A file of a link, for those who see the link in lists. */
export const ShareFileView = view('ShareFile', {
  index: count('Its place in the link, which it keeps when others go.'),
  file_id: id('The file.'),
  name: text('File name.'),
  folder: text(FOLDER_IN_PACKAGE),
  size: count('Size in bytes.'),
  content_type: text('Media type of the plaintext.'),
  version: count('Number of the version that holders of the link get.'),
  given: flag(
    'Whether holders get it while the link works: false where its maker may not share it now, so that they do not see it either.',
  ),
});

export const shareFileView = ({ index, file, folder, isGiven }: FileShown): ViewOf<typeof ShareFileView> => ({
  index,
  file_id: file.id,
  name: file.name,
  folder,
  size: file.size,
  content_type: file.contentType,
  version: currentVersion(file),
  given: isGiven,
});

export const packageMetaFields = {
  per_page: count('Maximum number of files in one answer.'),
  total: count('Number of files of the package.'),
  next_cursor: orNull(text('Cursor of the next page; null on the last one.')),
};

/** The page of the files of a package. */
export const PackageMetaView = view('PackageMeta', packageMetaFields);

export const packagePeekView = (peeked: PeekedPackage): ViewOf<typeof PackagePeekView> => ({
  kind: 'package',
  file_count: peeked.fileCount,
  size: peeked.size,
  has_keys: peeked.hasKeys,
  files: peeked.files.map(({ index, file, item }) => ({
    index,
    name: file.name,
    folder: item.folder ?? TOP_FOLDER,
    size: file.size,
    content_type: file.contentType,
  })),
  ...aboutLink(peeked),
});

type PackagePage = Readonly<{ total: number; nextCursor: string | null }>;

export const packageMeta = ({ total, nextCursor }: PackagePage): ViewOf<typeof PackageMetaView> => ({
  per_page: PACKAGE_PAGE,
  total,
  next_cursor: nextCursor,
});

/** A counted download of a link. */
export const RedeemedView = view('RedeemedShare', {
  ...downloadFields,
  redemption: text('The secret that gets another address for this download, if it is interrupted.'),
  redemption_expires_at: timestamp('Until when it does.'),
});

export const redeemedView = (redeemed: RedeemedShare): ViewOf<typeof RedeemedView> => ({
  ...contentView(redeemed),
  redemption: redeemed.redemption,
  redemption_expires_at: formatInstant(redeemed.redemptionExpiresAt),
});

/** Another address for a counted download. */
export const ResumedView = view('ResumedShare', contentFields);

export const resumedView = ({ url: address, expiresAt, file }: ResumedShare): ViewOf<typeof ResumedView> => ({
  download_url: address,
  iv: file.iv,
  tag: file.tag,
  expires_at: formatInstant(expiresAt),
});
