import type { EventData, EventType, UserId, Webhook, WebhookId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { replayVerbatim } from '../../kernel/replay.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { webhooks } from '../../store/webhooks.ts';
import { onWebhook, type WebhookDeps } from './on-webhook.ts';
import { webhooksOfOne } from './webhook-limits.ts';

type WebhookDeed = Readonly<{
  type: EventType;
  change: (webhook: Webhook, uow: UnitOfWork) => Webhook | undefined;
  /** More data of the event: which fields changed. */
  fieldsIn?: (before: Webhook, after: Webhook) => EventData;
}>;

/**
 * Changes a webhook, with its event. `change` returns undefined where nothing is to change. Throws WEBHOOK_NOT_FOUND, and
 * LIMIT_REACHED for one that becomes one of the caller.
 */
export const changeWebhook = (
  deps: WebhookDeps,
  ctx: SignedIn,
  id: WebhookId,
  { type, change, fieldsIn }: WebhookDeed,
): Promise<Webhook> => {
  const { userId } = ctx.credential;
  const ofOne = webhooksOfOne(deps, userId);
  return onWebhook(deps, ctx, id, {
    replay: replayVerbatim<Webhook>(),
    loadMore: async () => {
      await ofOne.count();
      return [];
    },
    apply: (uow, present, target) => {
      const next = change(present, uow);
      if (next !== undefined) uow.put(webhooks, next);
      if (next !== undefined && isCounted(next, userId) && !isCounted(present, userId)) ofOne.assertOneMore(uow);
      uow.record({ type, target, data: { webhook_id: id, ...(next && fieldsIn?.(present, next)) } });
      return next ?? present;
    },
  });
};

/** Whether the webhook counts to the limit of this user for webhooks in rooms. */
const isCounted = ({ roomId, disabledAt, createdBy }: Webhook, userId: UserId): boolean =>
  roomId !== undefined && disabledAt === null && createdBy === userId;
