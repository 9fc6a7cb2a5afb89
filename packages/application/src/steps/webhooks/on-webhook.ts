import { allows, DomainError, decide, RoomId, type Target, type Webhook, type WebhookId } from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent, type Replay } from '../../kernel/idempotent.ts';
import { absentId } from '../../kernel/ids.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import type { Operation } from '../../kernel/operation-runner.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { atRoom, roomRefs } from '../../kernel/sight.ts';
import { organisationTarget, roomTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refTo } from '../../store/collection.ts';
import { webhooks } from '../../store/webhooks.ts';

export type WebhookDeps = OperationDeps & Pick<Deps, 'orgId' | 'documents'>;

type OnWebhook<T> = Readonly<{
  replay?: Replay<T>;
  refs?: readonly Ref[];
  loadMore?: Operation<T>['loadMore'];
  apply: (uow: UnitOfWork, webhook: Webhook, target: Target) => T;
}>;

/**
 * Runs an operation on a webhook of the organisation, of their own for domain admins, or of a room that the caller owns.
 * Any other is answered like an absent one, with as many reads. Throws WEBHOOK_NOT_FOUND.
 */
export function onWebhook<T>(
  deps: WebhookDeps,
  ctx: SignedIn,
  id: WebhookId,
  { apply, replay, refs = [], loadMore }: OnWebhook<T>,
): Promise<T> {
  const roomId = ctx.located.roomId ?? absentId(RoomId, id);
  const run: Operation<T> = {
    author: authorOf(ctx),
    refs: [...roomRefs(ctx, roomId), refTo(webhooks, id), ...refs],
    ...(loadMore !== undefined && { loadMore }),
    apply: (uow) => {
      const at = atRoom(deps, uow, ctx, roomId);
      const webhook = uow.find(webhooks, id);
      // Also decided for an absent one, so that a hidden one takes no longer.
      if (allows('webhook.room.manage', at) && webhook?.roomId === roomId)
        return apply(uow, webhook, roomTarget(roomId, at.room));
      const target = organisationTarget(deps.orgId);
      permit(decide('webhook.see', at), target);
      if (webhook?.createdBy !== at.user.id) permit(decide('webhook.see_all', at), target);
      if (webhook === undefined || webhook.roomId !== undefined) throw new DomainError('WEBHOOK_NOT_FOUND');
      return apply(uow, webhook, target);
    },
  };
  return deps.runner.run(replay === undefined ? run : idempotent(deps, ownerOf(ctx), replay, run));
}
