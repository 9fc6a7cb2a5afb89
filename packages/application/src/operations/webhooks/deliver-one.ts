import { type Delivery, DomainError, type EventId, type WebhookId, withDeliveries } from '@strongroom/domain';
import { SYSTEM } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { deliverMessage, deliverTest } from '../../steps/webhooks/deliver-message.ts';
import { onWebhook, type WebhookDeps } from '../../steps/webhooks/on-webhook.ts';
import { webhookSight } from '../../steps/webhooks/webhook-sight.ts';
import { refTo } from '../../store/collection.ts';
import { webhooks } from '../../store/webhooks.ts';

type DeliverOneInput = Readonly<{ webhookId: WebhookId; eventId?: EventId | undefined }>;
type DeliverDeps = WebhookDeps & Pick<Deps, 'ids' | 'calls' | 'eventBody'>;

/**
 * Sends a message to a webhook now, once and beside the order of events: an event again, or a test without one. Its receiver
 * gets no event that the caller may not see. Throws WEBHOOK_NOT_FOUND, EVENT_NOT_FOUND.
 */
export const deliverOne =
  (deps: DeliverDeps) =>
  async (ctx: SignedIn, { webhookId, eventId }: DeliverOneInput): Promise<Delivery> => {
    const webhook = await onWebhook(deps, ctx, webhookId, { apply: (_, present) => present });
    const send = async () => {
      if (eventId === undefined) return deliverTest(deps, webhook);
      const { audit } = deps.documents;
      const seq = await audit.seqOf(eventId);
      const sight = await webhookSight(deps, { ...webhook, createdBy: ctx.credential.userId });
      const [event] =
        seq === undefined || sight === undefined ? [] : await audit.list(sight.filter, { limit: 1, before: seq + 1 });
      if (event?.id !== eventId || sight === undefined || !(await sight.sees(event)))
        throw new DomainError('EVENT_NOT_FOUND');
      return deliverMessage(deps, webhook, sight.seen(event));
    };
    const { outcome } = await send();
    await deps.runner.run({
      author: SYSTEM,
      refs: [refTo(webhooks, webhookId)],
      apply: (uow) => {
        const present = uow.find(webhooks, webhookId);
        if (present !== undefined) uow.put(webhooks, withDeliveries(present, [outcome]));
      },
    });
    return outcome;
  };
