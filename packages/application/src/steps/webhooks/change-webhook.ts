import type { EventType, Webhook, WebhookId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { verbatim } from '../../kernel/replay.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { webhooks } from '../../store/webhooks.ts';
import { onWebhook, type WebhookDeps } from './on-webhook.ts';
import { webhookLimits } from './webhook-limits.ts';

/**
 * Changes a webhook, with its event. `change` returns undefined where nothing is to change. Throws WEBHOOK_NOT_FOUND, and
 * LIMIT_REACHED for one that becomes one of the caller.
 */
export const changeWebhook = (
  deps: WebhookDeps,
  ctx: SignedIn,
  id: WebhookId,
  { type, change }: Readonly<{ type: EventType; change: (webhook: Webhook, uow: UnitOfWork) => Webhook | undefined }>,
): Promise<Webhook> => {
  const { userId } = ctx.credential;
  const limits = webhookLimits(deps, { roomId: ctx.located.roomId, userId });
  return onWebhook(deps, ctx, id, {
    replay: verbatim<Webhook>(),
    refs: limits.refs,
    loadMore: limits.loadMore,
    apply: (uow, present, target) => {
      const next = change(present, uow);
      if (next !== undefined) uow.put(webhooks, next);
      const isCounted = present.disabledAt === null && present.createdBy === userId;
      if (next !== undefined && !isCounted && next.disabledAt === null && next.createdBy === userId)
        limits.assertOfOne(uow);
      uow.record({ type, target, data: { webhook_id: id } });
      return next ?? present;
    },
  });
};
