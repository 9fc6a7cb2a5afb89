import type { ReceiptId, RoomId } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { refTo } from '../../store/collection.ts';
import { folders, treeOf } from '../../store/folders.ts';
import { receipts } from '../../store/receipts.ts';
import { memberships, membersOfRoom } from '../../store/rooms.ts';
import { shareLinks } from '../../store/share-links.ts';
import { inboxItems, itemsOfRoom, requestsOfRoom, uploadRequests } from '../../store/upload-requests.ts';
import { webhooks, webhooksOfRoom } from '../../store/webhooks.ts';
import { eachListed } from '../each-listed.ts';

type RemoveListedDeps = Pick<Deps, 'documents' | 'runner'>;

/** Removes the documents of links to a deleted file or room, which no longer work in any case. */
export const removeLinks = (deps: RemoveListedDeps, keys: readonly string[]): Promise<void> =>
  eachListed(deps, shareLinks, keys, (uow, _, id) => uow.remove(shareLinks, id));

/** Removes the remaining memberships of a deleted room: they grant nothing, but the lists of users count them. */
export const removeMemberships = (deps: RemoveListedDeps, roomId: RoomId): Promise<void> =>
  eachListed(deps, memberships, [membersOfRoom(roomId)], (uow, _, id) => uow.remove(memberships, id));

/** Removes the folders of a deleted room, the lowest first: none holds files any more. */
export const removeFolders = (deps: RemoveListedDeps, roomId: RoomId): Promise<void> =>
  eachListed(deps, folders, [treeOf(roomId)], (uow, _, id) => uow.remove(folders, id));

/** Removes the webhooks of a deleted room, with what their receivers answered. */
export const removeWebhooks = (deps: RemoveListedDeps, roomId: RoomId): Promise<void> =>
  eachListed(deps, webhooks, [webhooksOfRoom(roomId)], (uow, _, id) => uow.remove(webhooks, id));

/** Removes the upload requests of a deleted room and what was sent through them. The receipt counts the items that waited. */
export async function removeInbox(
  deps: RemoveListedDeps,
  { roomId, receiptId }: Readonly<{ roomId: RoomId; receiptId: ReceiptId }>,
): Promise<void> {
  await eachListed(
    deps,
    inboxItems,
    [itemsOfRoom(roomId)],
    (uow, item, id) => {
      uow.remove(inboxItems, id);
      const receipt = uow.find(receipts, receiptId);
      if (receipt !== undefined && item.status === 'waiting')
        uow.put(receipts, { ...receipt, inboxItems: (receipt.inboxItems ?? 0) + 1 });
    },
    [refTo(receipts, receiptId)],
  );
  await eachListed(deps, uploadRequests, [requestsOfRoom(roomId)], (uow, _, id) => uow.remove(uploadRequests, id));
}
