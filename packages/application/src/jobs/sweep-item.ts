import { DAY, type InboxItem, plus } from '@strongroom/domain';
import { SYSTEM } from '../kernel/audit-entry.ts';
import { happenedAt } from '../steps/uploads/upload-life.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { inboxItems } from '../store/upload-requests.ts';
import type { Handler } from './handler.ts';
import { removeObjectsOf } from './remove-objects.ts';

/**
 * Removes the objects of an announced file that is not a waiting item, and of a waiting one those that came after its
 * confirmation. An item that was handled answers a repeated request for a day.
 */
export const sweepItem: Handler<'sweep-item'> = async (deps, { roomId, itemId }) => {
  const [document] = await deps.documents.read([refTo(inboxItems, itemId)]);
  const item: InboxItem | undefined = document && stateOf(inboxItems, document);
  const kept = item?.status === 'waiting' ? new Set([item.sealed]) : undefined;
  await removeObjectsOf(deps.blobs, { id: itemId, roomId }, kept);
  if (item === undefined || item.status === 'waiting') return undefined;
  const now = deps.clock.now();
  const forgottenAt = plus(happenedAt(item.handledAt, now), DAY);
  if (now < forgottenAt) return forgottenAt;
  await deps.runner.run({
    author: SYSTEM,
    refs: [refTo(inboxItems, itemId)],
    apply: (uow) => {
      const found = uow.find(inboxItems, itemId);
      if (found !== undefined && found.status !== 'waiting') uow.remove(inboxItems, itemId);
    },
  });
  return undefined;
};
