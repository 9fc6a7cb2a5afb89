import type { BinnedSeen } from '@strongroom/application';
import { formatInstant, type Instant } from '@strongroom/domain';
import { mayOf } from '../describe/may.ts';
import { type ViewOf, view } from '../describe/view.ts';
import { count, id, text, timestamp, word } from './view-fields.ts';

/** A file in the bin of a room. */
export const BinnedFileView = view('BinnedFile', {
  id: id('The file, also after it is restored.'),
  name: text('File name.'),
  folder: text('Folder that it is restored to, empty for the top.'),
  size: count('Size of the ciphertext in bytes.'),
  content_type: text('Media type of the plaintext.'),
  classification: text("Classification label of the file itself; the higher of it and the room's decides."),
  versions: count('Number of its versions up to your clearance.'),
  deleted_by: id('User who deleted it; an owner of the room where you would not find that user.'),
  deleted_at: timestamp('When it was deleted.'),
  destroyed_at: timestamp('When it is destroyed, unless it is restored.'),
  may: mayOf('file'),
});

export const binnedFileView = ({
  file,
  versionCount,
  deletedBy,
  endsAt,
  may,
}: BinnedSeen): ViewOf<typeof BinnedFileView> => ({
  id: file.id,
  name: file.name,
  folder: file.folder,
  size: file.size,
  content_type: file.contentType,
  classification: file.label,
  versions: versionCount,
  deleted_by: deletedBy,
  deleted_at: formatInstant(file.deletedAt),
  destroyed_at: formatInstant(endsAt),
  ...(may && { may }),
});

export const FileDestroyedView = view('FileDestroyed', {
  id: id('The file that was destroyed.'),
  status: word(['destroyed'], 'Always "destroyed".'),
  destroyed_at: timestamp('When its wrapped key was erased; a job deletes the object shortly after.'),
});

export const fileDestroyedView = (
  gone: Readonly<{ id: string; destroyedAt: Instant }>,
): ViewOf<typeof FileDestroyedView> => ({
  id: gone.id,
  status: 'destroyed',
  destroyed_at: formatInstant(gone.destroyedAt),
});

export const BinEmptiedView = view('BinEmptied', {
  room_id: id('The room.'),
  destroyed: count('Number of files that were destroyed, at most 2000; 0: nothing that you see is left.'),
});
