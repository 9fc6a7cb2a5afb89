import type { ItemDownload, ItemSeen } from '@strongroom/application';
import { formatInstant, type HandledItem, REFUSAL_REASONS } from '@strongroom/domain';
import { type ViewOf, view } from '../describe/view.ts';
import { contentFields, grantField, grantOf, keyFields } from './files.views.ts';
import { actionsAbout } from './upload-requests.views.ts';
import { base64, count, id, orNull, record, text, timestamp, word } from './view-fields.ts';

/** A file that waits in the inbox of a room. */
export const InboxItemView = view('InboxItem', {
  id: id('The item.'),
  request_id: id('The upload request that it came by.'),
  name: text('File name, as the sender wrote it.'),
  size: count('Size of the ciphertext in bytes.'),
  content_type: text('Media type of the plaintext, as the sender wrote it.'),
  sender_name: orNull(text('Name that the sender gave, unchecked; null without one.')),
  note: orNull(text('Words of the sender; null without any.')),
  received_at: timestamp('When it arrived.'),
  status: word(['waiting'], 'Always "waiting".'),
  may: actionsAbout(['inbox.accept', 'inbox.download', 'inbox.refuse']),
});

export const inboxItemView = ({ item, may }: ItemSeen): ViewOf<typeof InboxItemView> => ({
  id: item.id,
  request_id: item.requestId,
  name: item.name,
  size: item.size,
  content_type: item.contentType,
  sender_name: item.sender ?? null,
  note: item.note ?? null,
  received_at: formatInstant(item.receivedAt),
  status: 'waiting',
  ...(may && { may }),
});

/** The ciphertext of an item and the keys that open it. */
export const InboxDownloadView = view('InboxDownload', {
  ...contentFields,
  sealed_key: text('The data key, sealed to the public key of the request: a compact JWE.'),
  request: record('The key of the upload request.', {
    id: id('The upload request: the `apv` that the sealed key must have.'),
    private_key: base64('The private JWK, encrypted with the data key of the request, base64.'),
    iv: base64('Initialisation vector of the private key, base64.'),
    tag: base64('GCM authentication tag of the private key, base64.'),
    ...keyFields,
    ...grantField,
  }),
});

export const inboxDownloadView = ({
  item,
  request,
  url: address,
  expiresAt,
  ...granted
}: ItemDownload): ViewOf<typeof InboxDownloadView> => ({
  download_url: address,
  iv: item.iv,
  tag: item.tag,
  expires_at: formatInstant(expiresAt),
  sealed_key: item.sealedKey,
  request: {
    id: request.id,
    private_key: request.opened?.privateKey ?? '',
    iv: request.opened?.iv ?? '',
    tag: request.opened?.tag ?? '',
    wrapped_dek: request.wrappedDek,
    kms_key_id: request.kmsKeyId,
    wrapped_dek_aad: request.wrappedDekAad,
    ...grantOf(granted),
  },
});

/** An item that was taken into the room or refused. */
export const HandledItemView = view('HandledInboxItem', {
  id: id('The item.'),
  request_id: id('The upload request that it came by.'),
  status: word(['accepted', 'refused'], 'How it ended.'),
  file_id: orNull(id('The file of the room that it became; null for one that was refused.')),
  reason: orNull(word(REFUSAL_REASONS, 'The reason given with the first refusal; null without one.')),
  handled_at: timestamp('When it ended: its sealed key was erased; a job deletes the object shortly after.'),
});

export const handledItemView = (item: HandledItem): ViewOf<typeof HandledItemView> => ({
  id: item.id,
  request_id: item.requestId,
  status: item.status,
  file_id: item.fileId ?? null,
  reason: item.reason ?? null,
  handled_at: formatInstant(item.handledAt),
});
