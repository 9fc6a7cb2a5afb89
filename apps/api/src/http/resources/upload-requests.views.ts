import type {
  AnnouncedFile,
  DraftRequest,
  OpenedRequest,
  PeekedRequest,
  ReceivedFile,
  UploadRequestSeen,
} from '@strongroom/application';
import { type Action, defineValue, formatInstant, optional, RequestPublicKey, type Value } from '@strongroom/domain';
import { type ViewOf, view } from '../describe/view.ts';
import { grantField, grantOf, keyFields } from './files.views.ts';
import { count, formatOrNull, id, orNull, record, text, timestamp, url, word } from './view-fields.ts';

/** The actions that an answer about something names. */
export const actionsAbout = <A extends Action>(known: readonly A[]): Value<readonly A[] | undefined> =>
  optional(
    defineValue<readonly A[]>({
      name: 'actions',
      description: 'Actions about it that are allowed to you now, with this credential, sorted. More may be added.',
      schema: { type: 'array', items: { type: 'string', enum: [...known] }, uniqueItems: true },
      check: (input) =>
        Array.isArray(input) && input.every((action: unknown) => known.some((one) => one === action))
          ? undefined
          : 'must be known actions',
    }),
  );

const requestFields = {
  id: id('The upload request.'),
  room_id: id('The room whose inbox gets the files.'),
  folder_id: orNull(id('The folder that they are meant for; null for the top of the room.')),
  message: orNull(text('Words for its holders; null without any.')),
  expires_at: timestamp('When it ends.'),
  max_files: count('Maximum number of files.'),
  max_bytes: count('Maximum bytes of all files.'),
  files_received: count('Files that were sent so far, also those that were refused.'),
  bytes_received: count('Their bytes.'),
  files_waiting: count('Files of these that wait in the inbox.'),
  last_received_at: orNull(
    timestamp('When the last file arrived; null without one, and where that was before this was noted.'),
  ),
  files_left: count('Files that may still be sent now; announced ones are taken off until their address ends.'),
  bytes_left: count('Bytes that may still be sent now.'),
  status: word(
    ['draft', 'active', 'revoked', 'expired', 'full'],
    'Of several reasons the first of revoked, expired, full. A draft that is not opened within a day disappears.',
  ),
  created_by: id('User who made it; an owner of the room where you would not find that user.'),
  created_at: timestamp('When it was made.'),
  may: actionsAbout(['upload_request.open', 'upload_request.revoke', 'upload_request.see']),
};

/** An upload request without its secret. */
export const UploadRequestView = view('UploadRequest', requestFields);

export const uploadRequestView = ({
  request,
  createdBy,
  status,
  left,
  may,
}: UploadRequestSeen): ViewOf<typeof UploadRequestView> => ({
  id: request.id,
  room_id: request.roomId,
  folder_id: request.folderId,
  message: request.message ?? null,
  expires_at: formatInstant(request.expiresAt),
  max_files: request.maxFiles,
  max_bytes: request.maxBytes,
  files_received: request.received.files,
  bytes_received: request.received.bytes,
  files_waiting: request.waiting,
  last_received_at: formatOrNull(request.lastReceivedAt ?? null),
  files_left: left.files,
  bytes_left: left.bytes,
  status,
  created_by: createdBy,
  created_at: formatInstant(request.createdAt),
  ...(may && { may }),
});

/** A draft with the wrapped key that its private half is encrypted with. */
export const DraftRequestView = view('DraftUploadRequest', { ...requestFields, ...keyFields, ...grantField });

export const draftRequestView = ({ request, ...draft }: DraftRequest): ViewOf<typeof DraftRequestView> => ({
  ...uploadRequestView({ request, ...draft }),
  wrapped_dek: request.wrappedDek,
  kms_key_id: request.kmsKeyId,
  wrapped_dek_aad: request.wrappedDekAad,
  ...grantOf(draft),
});

/** An opened request, the only answer with its secret. */
export const OpenedRequestView = view('OpenedUploadRequest', {
  ...requestFields,
  url: orNull(
    url('The link itself. Shown this once, null when the request is repeated; the service keeps only a hash.'),
  ),
  token: orNull(text('The secret in the link. Shown this once, null when the request is repeated.')),
});

export const openedRequestView = (opened: OpenedRequest, publicUrl: string): ViewOf<typeof OpenedRequestView> => ({
  ...uploadRequestView(opened),
  url: opened.secret === '' ? null : `${publicUrl}/api/v1/upload-requests/by-token/${opened.secret}`,
  token: opened.secret === '' ? null : opened.secret,
});

/** An upload request as its holder sees it. */
export const PeekedRequestView = view('RequestedUpload', {
  id: id('The upload request: the `apv` of sealed keys.'),
  requested_by: orNull(
    record('The person who asks; null for one who gave no name, and where links of the room are anonymous.', {
      name: text('Their name.'),
    }),
  ),
  organisation: orNull(
    text(
      'The organisation of the service, as its operator names it; null without a name, and where links of the room are anonymous.',
    ),
  ),
  room_name: orNull(text('Name of the room; null where its label forbids it in mails.')),
  message: orNull(text('Words of the person who asks; null without any.')),
  expires_at: timestamp('When the request ends.'),
  files_left: count('Files that may still be sent.'),
  bytes_left: count('Bytes that may still be sent.'),
  public_key: RequestPublicKey,
});

export const peekedRequestView = (peeked: PeekedRequest): ViewOf<typeof PeekedRequestView> => ({
  id: peeked.request.id,
  requested_by: peeked.requestedBy === null ? null : { name: peeked.requestedBy },
  organisation: peeked.organisation,
  room_name: peeked.roomName,
  message: peeked.request.message ?? null,
  expires_at: formatInstant(peeked.expiresAt),
  files_left: peeked.left.files,
  bytes_left: peeked.left.bytes,
  public_key: peeked.publicKey,
});

/** A file that may be sent. */
export const AnnouncedFileView = view('AnnouncedFile', {
  file_id: id('The file: confirm it under this id.'),
  upload_url: url('Address to PUT the ciphertext to; no header is needed.'),
  expires_at: timestamp('Until when the address works and the place is kept.'),
});

export const announcedFileView = ({
  id: fileId,
  url: address,
  expiresAt,
}: AnnouncedFile): ViewOf<typeof AnnouncedFileView> => ({
  file_id: fileId,
  upload_url: address,
  expires_at: formatInstant(expiresAt),
});

/** A file that was sent. */
export const ReceivedFileView = view('ReceivedFile', {
  file_id: id('The file.'),
  name: text('File name.'),
  size: count('Size of the ciphertext in bytes.'),
  received_at: timestamp('When it arrived.'),
});

export const receivedFileView = (received: ReceivedFile): ViewOf<typeof ReceivedFileView> => ({
  file_id: received.id,
  name: received.name,
  size: received.size,
  received_at: formatInstant(received.receivedAt),
});
