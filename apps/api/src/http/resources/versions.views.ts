import type { VersionGone, VersionSeen } from '@strongroom/application';
import { formatInstant, optional } from '@strongroom/domain';
import { mayOf } from '../describe/may.ts';
import { type ViewOf, view } from '../describe/view.ts';
import { count, flag, id, orNull, text, timestamp, word } from './view-fields.ts';

/** A version of a file. */
export const VersionView = view('FileVersion', {
  version: count('Its number, from 1. A number is never given twice.'),
  current: flag('True for the version that the file has now.'),
  name: text('Name that the file had with it; of the current version, the name of the file.'),
  size: count('Size of the ciphertext in bytes, which is that of the plaintext.'),
  content_type: text('Media type of the plaintext.'),
  classification: text("Classification label of the version itself; the higher of it and the room's decides."),
  uploaded_by: id('User who uploaded it; an owner of the room where you would not find that user.'),
  uploaded_at: timestamp('When its upload was confirmed.'),
  note: orNull(text('Words of its uploader; null without any.')),
  may: mayOf('file'),
});

export const versionView = ({ version, isCurrent, uploadedBy, may }: VersionSeen): ViewOf<typeof VersionView> => ({
  version: version.number,
  current: isCurrent,
  name: version.name,
  size: version.size,
  content_type: version.contentType,
  classification: version.label,
  uploaded_by: uploadedBy,
  uploaded_at: formatInstant(version.confirmedAt),
  note: version.note ?? null,
  ...(may && { may }),
});

export const VersionDeletedView = view('VersionDeleted', {
  file_id: id('The file.'),
  version: count('Number of the version that was deleted.'),
  status: word(['deleted'], 'Always "deleted".'),
  deleted_at: timestamp('When its wrapped key was erased; a job deletes the object shortly after.'),
  object_kept_until: optional(
    timestamp('Time until which the object store can restore the deleted ciphertext; absent: it cannot.'),
  ),
});

export const versionDeletedView = (gone: VersionGone): ViewOf<typeof VersionDeletedView> => ({
  file_id: gone.fileId,
  version: gone.number,
  status: 'deleted',
  deleted_at: formatInstant(gone.deletedAt),
  ...(gone.objectKeptUntil !== undefined && { object_kept_until: formatInstant(gone.objectKeptUntil) }),
});
