import { FileId, IdReference, KeyThumbprint, optional, RefusalReason, RoomId } from '@strongroom/domain';
import { listed, ok } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { MayPageQuery, pageRequest } from '../describe/page.ts';
import { one, pageOf } from '../describe/shape.ts';
import {
  HandledItemView,
  handledItemView,
  InboxDownloadView,
  InboxItemView,
  inboxDownloadView,
  inboxItemView,
} from './inbox.views.ts';
import { route } from './route.ts';

class AcceptItemBody {
  @Is(IdReference) file_id!: string;
}

class RefuseItemBody {
  @Is(optional(RefusalReason)) reason?: RefusalReason;
}

class ItemDownloadQuery {
  @Is(optional(KeyThumbprint)) client_jkt?: KeyThumbprint;
}

const oneItem = { id: RoomId, item_id: FileId };
const whereItemIs = { kind: 'inbox-item', param: 'item_id' } as const;

export const inboxRoutes = [
  route({
    operationId: 'listInbox',
    method: 'get',
    path: '/rooms/:id/inbox',
    access: 'signed-in',
    action: 'inbox.list',
    summary: 'List the files that were sent to a room and wait',
    description:
      'Owners of the room see all, the maker of an upload request what came by it, while they may add files to its folder. The newest is the first.',
    params: { id: RoomId },
    query: MayPageQuery,
    answer: pageOf(InboxItemView),
    status: [200],
    handle: async (app, ctx, { params, query }) =>
      listed(inboxItemView, await app.inbox.list(ctx, { roomId: params.id, ...pageRequest(query) })),
  }),
  route({
    operationId: 'downloadInboxItem',
    method: 'get',
    path: '/rooms/:id/inbox/:item_id/download-url',
    access: 'signed-in',
    action: 'inbox.download',
    locate: whereItemIs,
    summary: 'Get the address of a file in the inbox, and the keys that open it',
    description:
      'Unwrap the data key of the request, decrypt `private_key` with it, open `sealed_key` with that, and decrypt the file. The sender may have sealed anything: refuse a file that does not open.',
    params: oneItem,
    query: ItemDownloadQuery,
    answer: one(InboxDownloadView),
    status: [200],
    errors: ['ITEM_HANDLED', 'STORAGE_UNAVAILABLE'],
    handle: async (app, ctx, { params, query, head }) => {
      const place = { roomId: params.id, itemId: params.item_id };
      return ok(
        inboxDownloadView(await app.inbox.download(ctx, { ...place, release: !head, client: query.client_jkt })),
      );
    },
  }),
  route({
    operationId: 'acceptInboxItem',
    method: 'post',
    path: '/rooms/:id/inbox/:item_id/accept',
    access: 'signed-in',
    action: 'inbox.accept',
    locate: whereItemIs,
    summary: 'Say that a file of the inbox was taken into the room',
    description:
      '`file_id` is a file of the room that you uploaded, encrypted under a key of the room, after the item arrived. The item is destroyed. Again changes nothing.',
    params: oneItem,
    body: AcceptItemBody,
    answer: one(HandledItemView),
    status: [200],
    errors: ['FILE_NOT_FOUND', 'ITEM_HANDLED'],
    handle: async (app, ctx, { params, body }) => {
      const place = { roomId: params.id, itemId: params.item_id };
      return ok(handledItemView(await app.inbox.accept(ctx, { ...place, fileId: body.file_id })));
    },
  }),
  route({
    operationId: 'refuseInboxItem',
    method: 'post',
    path: '/rooms/:id/inbox/:item_id/refuse',
    access: 'signed-in',
    action: 'inbox.refuse',
    locate: whereItemIs,
    summary: 'Refuse a file of the inbox',
    description:
      'The item is destroyed. Again changes nothing. `reason` is answered and recorded for owners of the room and readers of the audit log. Senders learn neither the refusal nor its reason: a link may have several of them.',
    params: oneItem,
    body: RefuseItemBody,
    answer: one(HandledItemView),
    status: [200],
    errors: ['ITEM_HANDLED'],
    handle: async (app, ctx, { params, body: { reason } }) =>
      ok(handledItemView(await app.inbox.refuse(ctx, { roomId: params.id, itemId: params.item_id, reason }))),
  }),
];
