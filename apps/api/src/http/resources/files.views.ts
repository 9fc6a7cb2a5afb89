import type {
  Download,
  FileGone,
  FileSeen,
  KeyGrant,
  KeyGranted,
  UploadGrant,
  UploadParts,
} from '@strongroom/application';
import { currentVersion, formatInstant, optional } from '@strongroom/domain';
import { mayOf } from '../describe/may.ts';
import { type ViewOf, view } from '../describe/view.ts';
import { base64, count, id, listOf, orNull, record, text, timestamp, url, word } from './view-fields.ts';

/** Metadata of a file. */
export const FileView = view('File', {
  id: id('The file.'),
  name: text('File name.'),
  size: count('Size of the ciphertext in bytes, which is that of the plaintext.'),
  classification: text("Classification label of the file itself; the higher of it and the room's decides."),
  uploaded_by: id('User who uploaded it; an owner of the room where you would not find that user.'),
  uploaded_at: timestamp('When the upload was confirmed; of a pending file, when it was announced.'),
  content_type: text('Media type of the plaintext.'),
  modified_at: optional(
    timestamp('When the content was changed last, as its uploader said; absent where they did not.'),
  ),
  version: count(
    'Number of its current version, from 1. Every member sees it: a higher one tells that there were others.',
  ),
  version_count: optional(
    count('Number of its versions up to your clearance; absent for viewers of the room, and while it is pending.'),
  ),
  folder: text('Folder in the room, empty for the top.'),
  index: orNull(
    text(
      'Its index number, such as `2.10.3`: that of the folder above with its own. Everyone reads the same one, and it stays until it moves or an owner numbers the room again; null in a room without index numbers, and while it is pending.',
    ),
  ),
  room_id: id('The room.'),
  status: word(['pending', 'available'], "A pending file is seen by its uploader and the room's owners only."),
  may: mayOf('file'),
  labels_to_give: optional(
    listOf(text('A label.'), 'Labels that you may give it now, in rising order. Absent in lists.'),
  ),
});

export const fileView = (file: FileSeen): ViewOf<typeof FileView> => ({
  id: file.id,
  name: file.name,
  size: file.size,
  classification: file.label,
  uploaded_by: file.uploadedBy,
  uploaded_at: formatInstant(file.status === 'available' ? file.confirmedAt : file.requestedAt),
  content_type: file.contentType,
  ...(file.modifiedAt !== undefined && { modified_at: formatInstant(file.modifiedAt) }),
  version: file.status === 'available' ? currentVersion(file) : 1,
  ...(file.versionCount !== undefined && { version_count: file.versionCount }),
  folder: file.folder,
  index: file.index ?? null,
  room_id: file.roomId,
  status: file.status,
  ...(file.may && { may: file.may }),
  ...(file.labelsToGive && { labels_to_give: file.labelsToGive }),
});

export const keyFields = {
  wrapped_dek: base64('Data-encryption key, wrapped by the key-management system, base64.'),
  kms_key_id: text('Key that wraps it: what to hand to your key service.'),
  wrapped_dek_aad: orNull(
    base64('Additional authenticated data to give when unwrapping, base64; null where it is not used.'),
  ),
};

export const grantField = {
  key_grant: orNull(text('Grant to show to the key service; null without `client_jkt`, or without a key service.')),
  key_grant_missing: orNull(
    word(
      ['PERSON_NOT_LINKED', 'LINK_NEEDS_KEY'],
      'Reason for the missing grant: you are not linked to a person of the key service, or a link needs its key in the fragment.',
    ),
  ),
};

export const grantOf = ({ keyGrant, keyGrantMissing }: KeyGrant) => ({
  key_grant: keyGrant,
  key_grant_missing: keyGrantMissing,
});

const keysOf = (file: FileSeen) => ({
  wrapped_dek: file.wrappedDek,
  kms_key_id: file.kmsKeyId,
  wrapped_dek_aad: file.wrappedDekAad,
});

/** Result of announcing an upload. */
export const UploadView = view('Upload', {
  file_id: id(
    'The upload: confirm it under this id. It is the new file, unless it replaces the content of another one.',
  ),
  upload_url: url('Address to PUT the ciphertext to; no header is needed.'),
  ...keyFields,
  ...grantField,
  expires_at: timestamp('Until when the address works.'),
  part_size: orNull(
    count('Bytes of each part but the last, where the ciphertext may be sent in parts; null where it is sent whole.'),
  ),
});

export const uploadView = ({
  file,
  url: address,
  expiresAt,
  partSize,
  ...granted
}: UploadGrant): ViewOf<typeof UploadView> => ({
  file_id: file.id,
  upload_url: address,
  ...keysOf(file),
  ...grantOf(granted),
  expires_at: formatInstant(expiresAt),
  part_size: partSize,
});

/** Result of asking for the parts of an upload. */
export const UploadPartsView = view('UploadParts', {
  file_id: id('The file.'),
  parts: listOf(
    record('A part.', {
      number: count('Its place, from 1.'),
      size: count('Its bytes.'),
      upload_url: orNull(url('Address to PUT it to; no header is needed. Null if the store has it.')),
    }),
    'Every part, in the order of the ciphertext.',
  ),
  expires_at: timestamp('Until when the addresses work.'),
});

export const uploadPartsView = ({ file, parts, expiresAt }: UploadParts): ViewOf<typeof UploadPartsView> => ({
  file_id: file.id,
  parts: parts.map(({ number, size, url: address }) => ({ number, size, upload_url: address })),
  expires_at: formatInstant(expiresAt),
});

/** The address of a ciphertext, and what it is verified with. */
export const contentFields = {
  download_url: url('Address to GET the ciphertext from.'),
  iv: base64('Initialisation vector, base64.'),
  tag: base64('GCM authentication tag, base64.'),
  expires_at: timestamp('Until when the address works.'),
};

export const downloadFields = { ...contentFields, ...keyFields, ...grantField };

/** Result of asking for a download. */
export const DownloadView = view('Download', {
  ...downloadFields,
  version: count('Number of the version: name it to get another address of the same content.'),
});

export const downloadView = (download: Download): ViewOf<typeof DownloadView> => ({
  ...contentView(download),
  version: currentVersion(download.file),
});

/** A released key, and the address that it belongs to. */
export const contentView = ({ url: address, expiresAt, file, ...granted }: Download) => ({
  download_url: address,
  ...keysOf(file),
  ...grantOf(granted),
  iv: file.iv,
  tag: file.tag,
  expires_at: formatInstant(expiresAt),
});

export const FileDeletedView = view('FileDeleted', {
  id: id('The file that was deleted.'),
  status: word(['deleted'], 'Always "deleted".'),
  deleted_at: timestamp('When it was deleted.'),
  restorable_until: optional(
    timestamp('Until when it can be restored from the bin of its room; absent where it is destroyed.'),
  ),
});

export const fileDeletedView = (file: FileGone): ViewOf<typeof FileDeletedView> => ({
  id: file.id,
  status: 'deleted',
  deleted_at: formatInstant(file.deletedAt),
  ...(file.restorableUntil !== undefined && { restorable_until: formatInstant(file.restorableUntil) }),
});

/** A key that was granted again. */
export const KeyGrantView = view('KeyGrant', { file_id: id('The file.'), ...keyFields, ...grantField });

export const keyGrantView = ({ file, ...granted }: KeyGranted): ViewOf<typeof KeyGrantView> => ({
  file_id: file.id,
  ...keysOf(file),
  ...grantOf(granted),
});
