import {
  countHandled,
  DomainError,
  decide,
  FileId,
  type HandledItem,
  handleItem,
  type InboxItem,
  type RefusalReason,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type InItem, type ItemPlace, inItem } from '../../steps/requests/in-item.ts';
import { refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { inboxItems, uploadRequests } from '../../store/upload-requests.ts';

type HandleDeps = OperationDeps & Pick<Deps, 'ids'>;

/**
 * Says that the caller took an item into the room: `fileId` is a file of the room that they uploaded and confirmed after the
 * item arrived. Throws ITEM_NOT_FOUND, ROOM_ARCHIVED, FILE_NOT_FOUND, ITEM_HANDLED.
 */
export const acceptItem =
  (deps: HandleDeps) =>
  (ctx: SignedIn, { fileId: asked, ...place }: ItemPlace & Readonly<{ fileId: string }>): Promise<HandledItem> => {
    const fileId = idOrRandom(FileId, asked, deps.ids);
    return inItem(deps, ctx, place, {
      action: 'inbox.accept',
      refs: [refTo(files, fileId)],
      serializeOn: place.itemId,
      replay: REPLAY,
      apply: (uow, found, target): HandledItem => {
        const handled = handleItem(found.item, { status: 'accepted', fileId }, deps.clock.now());
        if (handled === found.item) return handled;
        assertTaken(uow, found, fileId);
        uow.record({ type: 'inbox.accepted', target, data: { item_id: found.item.id, file_id: fileId } });
        return erased(uow, found, handled);
      },
    });
  };

/** Refuses an item: its sealed key is erased at once, its object by a job. The reason is recorded. Throws ITEM_NOT_FOUND, ITEM_HANDLED. */
export const refuseItem =
  (deps: HandleDeps) =>
  (
    ctx: SignedIn,
    { reason, ...place }: ItemPlace & Readonly<{ reason?: RefusalReason | undefined }>,
  ): Promise<HandledItem> =>
    inItem(deps, ctx, place, {
      action: 'inbox.refuse',
      serializeOn: place.itemId,
      replay: REPLAY,
      apply: (uow, found, target): HandledItem => {
        const because = reason === undefined ? {} : { reason };
        const handled = handleItem(found.item, { status: 'refused', ...because }, deps.clock.now());
        if (handled === found.item) return handled;
        uow.record({ type: 'inbox.refused', target, data: { item_id: found.item.id, ...because } });
        return erased(uow, found, handled);
      },
    });

function assertTaken(uow: UnitOfWork, found: InItem, fileId: FileId): void {
  const file = uow.find(files, fileId);
  const isTaken =
    file?.status === 'available' &&
    decide('file.see', { ...found, file }).effect === 'allow' &&
    file.uploadedBy === found.user.id &&
    file.confirmedAt >= found.item.receivedAt;
  if (!isTaken) throw new DomainError('FILE_NOT_FOUND');
}

function erased(uow: UnitOfWork, { request, room }: InItem, handled: HandledItem): HandledItem {
  uow.put(inboxItems, handled);
  uow.put(uploadRequests, countHandled(request));
  uow.schedule({ kind: 'sweep-item', data: { roomId: room.id, itemId: handled.id } });
  return handled;
}

const REPLAY: Replay<HandledItem> = {
  store: ({ id }) => ({ id }),
  restore: ({ id }: { id: FileId }, uow) => handledBefore(uow.find(inboxItems, id)),
};

function handledBefore(item: InboxItem | undefined): HandledItem {
  if (item === undefined || item.status === 'waiting') throw new DomainError('ITEM_NOT_FOUND');
  return item;
}
