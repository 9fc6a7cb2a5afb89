import { type DeliveryResult, DomainError, type EventId, labelsUpTo, type WebhookId } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import type { WebhookDeps } from '../../steps/webhooks/change-webhook.ts';
import { deliverMessage, deliverTest } from '../../steps/webhooks/deliver-message.ts';
import { refTo } from '../../store/collection.ts';
import { webhooks } from '../../store/webhooks.ts';

type DeliverOneInput = Readonly<{ webhookId: WebhookId; eventId?: EventId | undefined }>;

/**
 * Sends a message to a webhook now, once and beside the order of events: an event again, or a test without one. Throws
 * WEBHOOK_NOT_FOUND, EVENT_NOT_FOUND, INSUFFICIENT_ROLE.
 */
export const deliverOne =
  (deps: WebhookDeps & Pick<Deps, 'documents' | 'ids' | 'calls' | 'eventBody'>) =>
  async (ctx: SignedIn, { webhookId, eventId }: DeliverOneInput): Promise<DeliveryResult> => {
    const { webhook, labels } = await asCaller(deps, ctx, organisationTarget(deps.orgId), {
      action: 'webhook.manage',
      refs: [refTo(webhooks, webhookId)],
      apply: (uow, { subject }) => ({
        webhook: uow.find(webhooks, webhookId),
        labels: ['', ...labelsUpTo(deps.labelRules.scheme, subject.clearance)],
      }),
    });
    if (webhook === undefined) throw new DomainError('WEBHOOK_NOT_FOUND');
    if (eventId === undefined) return (await deliverTest(deps, webhook, deps.ids.uuid())).outcome;
    const { audit } = deps.documents;
    const seq = await audit.seqOf(eventId);
    const [event] = seq === undefined ? [] : await audit.list({ labels }, { limit: 1, before: seq + 1 });
    if (event?.id !== eventId) throw new DomainError('EVENT_NOT_FOUND');
    return (await deliverMessage(deps, webhook, event)).outcome;
  };
