import { type DestroyedFile, formatInstant, type Receipt, versionsTotalOf } from '@strongroom/domain';
import { type ViewOf, view } from '../describe/view.ts';
import { count, flag, formatOrNull, id, orNull, record, text, timestamp, word } from './view-fields.ts';

/** Receipt for the destruction of a room. */
export const ReceiptView = view('DestructionReceipt', {
  id: id('The receipt.'),
  room_id: id('The room that was deleted.'),
  room_name: orNull(text('Name of the room when it was deleted; null where an older version stored the receipt.')),
  room_classification: orNull(text('Label of the room; null where an older version stored the receipt.')),
  names_kept: flag('Whether names of files were kept when it was deleted: `/files` shows them up to your clearance.'),
  deleted_by: id('User who deleted it.'),
  deleted_at: timestamp('When it was deleted: from then on nothing of it could be read.'),
  status: word(['in_progress', 'complete'], 'Complete when objects, wrapped keys and the room’s key are gone.'),
  files_total: count('Files to be destroyed, pending uploads included.'),
  files_destroyed: count('Files destroyed so far.'),
  versions_total: count('Versions of files to be destroyed, each with a wrapped key.'),
  keys_destroyed: count('Wrapped keys destroyed so far: one for each version.'),
  inbox_items_destroyed: count('Items that waited in the inbox and were destroyed so far.'),
  key: record("Outcome for the room's key-encryption key.", {
    kms_key_id: text('The key.'),
    scope: word(['room', 'organisation'], 'Whether it served this room only.'),
    state: word(
      ['destroyed', 'scheduled', 'pending', 'kept'],
      'A cloud key service can only schedule a destruction; a key of the organisation is kept.',
    ),
    at: orNull(timestamp('When it was destroyed, or for when that is scheduled.')),
  }),
  completed_at: orNull(timestamp('When the destruction was complete.')),
  objects_kept_until: orNull(
    timestamp('Time until which the object store can restore deleted ciphertext; null: it cannot.'),
  ),
  last_sweep: orNull(
    record(
      'The last sweep of objects, for uploads that were under way when the room was deleted; null until complete.',
      {
        due_at: timestamp('From when on no such upload can be under way any more.'),
        done_at: orNull(timestamp('When that sweep was done.')),
      },
    ),
  ),
});

export const receiptView = (receipt: Receipt): ViewOf<typeof ReceiptView> => ({
  id: receipt.id,
  room_id: receipt.roomId,
  room_name: receipt.roomName ?? null,
  room_classification: receipt.label ?? null,
  names_kept: receipt.keepsNames ?? false,
  deleted_by: receipt.deletedBy,
  deleted_at: formatInstant(receipt.deletedAt),
  status: receipt.completedAt === null ? 'in_progress' : 'complete',
  files_total: receipt.filesTotal,
  files_destroyed: receipt.filesDestroyed,
  versions_total: versionsTotalOf(receipt),
  keys_destroyed: receipt.keysDestroyed,
  inbox_items_destroyed: receipt.inboxItems ?? 0,
  key: {
    kms_key_id: receipt.key.kmsKeyId,
    scope: receipt.key.scope,
    state: receipt.key.state,
    at: formatOrNull(receipt.key.at),
  },
  completed_at: formatOrNull(receipt.completedAt),
  objects_kept_until: formatOrNull(receipt.objectsKeptUntil ?? null),
  last_sweep:
    receipt.lastSweep === undefined
      ? null
      : { due_at: formatInstant(receipt.lastSweep.dueAt), done_at: formatOrNull(receipt.lastSweep.doneAt) },
});

/** One destroyed version of a file of a receipt. */
export const DestroyedFileView = view('DestroyedFile', {
  file_id: id('The file.'),
  name: orNull(text('Its name when the room was deleted; null where names were not kept, or above your clearance.')),
  folder: orNull(text('Its folder; null where `name` is.')),
  version: count('Number of the version; a file has a row for each.'),
  object_destroyed_at: timestamp('When its ciphertext was destroyed.'),
  wrapped_key_destroyed_at: timestamp('When its wrapped key was destroyed.'),
  deleted_at: orNull(timestamp('When it was deleted into the bin of the room; null where it was not in it.')),
});

export const destroyedFileView = (file: DestroyedFile): ViewOf<typeof DestroyedFileView> => ({
  file_id: file.fileId,
  name: file.named?.name ?? null,
  folder: file.named?.folder ?? null,
  version: file.version ?? 1,
  object_destroyed_at: formatInstant(file.objectDestroyedAt),
  wrapped_key_destroyed_at: formatInstant(file.wrappedKeyDestroyedAt),
  deleted_at: formatOrNull(file.deletedAt ?? null),
});
