import { allows, DomainError, RoomId, type Target, type Webhook, type WebhookId } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import { absentId } from '../../kernel/ids.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { atRoom, roomRefs } from '../../kernel/sight.ts';
import { organisationTarget, roomTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { webhooks } from '../../store/webhooks.ts';

export type WebhookDeps = OperationDeps & Pick<Deps, 'orgId' | 'documents'>;

type OnWebhook<T> = Readonly<{
  replay?: Replay<T>;
  apply: (uow: UnitOfWork, webhook: Webhook, target: Target) => T;
}>;

/**
 * Runs an operation on a webhook of the organisation, or of a room that the caller owns. Any other is answered like an absent
 * one. Throws WEBHOOK_NOT_FOUND.
 */
export async function onWebhook<T>(
  deps: WebhookDeps,
  ctx: SignedIn,
  id: WebhookId,
  { apply, ...operation }: OnWebhook<T>,
): Promise<T> {
  const refs = [refTo(webhooks, id)];
  const [document] = await deps.documents.read(refs);
  const found = document && stateOf(webhooks, document);
  const roomId = found?.roomId ?? absentId(RoomId, id);
  const isOfRoom = await deps.runner.run({
    author: authorOf(ctx),
    refs: roomRefs(ctx, roomId),
    apply: (uow) => allows('webhook.room.manage', atRoom(deps, uow, ctx, roomId)),
  });
  const applied = (uow: UnitOfWork, target: Target): T => {
    const webhook = uow.find(webhooks, id);
    const isHere = webhook !== undefined && webhook.roomId === (isOfRoom ? roomId : undefined);
    if (!isHere) throw new DomainError('WEBHOOK_NOT_FOUND');
    return apply(uow, webhook, target);
  };
  if (isOfRoom)
    return inRoom(deps, ctx, roomId, {
      ...operation,
      action: 'webhook.room.manage',
      refs,
      apply: (uow, { room }) => applied(uow, roomTarget(roomId, room)),
    });
  return asCaller(deps, ctx, organisationTarget(deps.orgId), {
    ...operation,
    action: 'webhook.see',
    refs,
    apply: (uow, _, target) => applied(uow, target),
  });
}
