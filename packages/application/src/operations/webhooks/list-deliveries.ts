import type { Delivery, Webhook, WebhookId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { onWebhook, type WebhookDeps } from '../../steps/webhooks/on-webhook.ts';
import { webhookSight } from '../../steps/webhooks/webhook-sight.ts';

/**
 * The last deliveries to a webhook, the latest first: tests, and events that the caller sees. Throws WEBHOOK_NOT_FOUND,
 * INVALID_CURSOR.
 */
export const listDeliveries =
  (deps: WebhookDeps & Pick<Deps, 'lists'>) =>
  async (
    ctx: SignedIn,
    { webhookId, ...page }: PageRequest & Readonly<{ webhookId: WebhookId }>,
  ): Promise<ListedPage<Delivery>> => {
    deps.lists.check('deliveries', page);
    const webhook = await onWebhook(deps, ctx, webhookId, { apply: (_, present) => present });
    const deliveries = await deliveriesFor(deps, ctx, webhook);
    const place = { id: ({ id }: Delivery) => id, order: ({ at }: Delivery) => Number.MAX_SAFE_INTEGER - at };
    return deps.lists.cut(`deliveries:${webhookId}`, deliveries, place, page);
  };

/** The webhook shows what its maker may see, who may see more than another owner. */
async function deliveriesFor(
  deps: WebhookDeps,
  { credential: { userId } }: SignedIn,
  webhook: Webhook,
): Promise<readonly Delivery[]> {
  const { createdBy, deliveries = [] } = webhook;
  if (createdBy === userId) return deliveries;
  const sight = await webhookSight(deps, { ...webhook, createdBy: userId });
  if (sight === undefined) return [];
  const { audit } = deps.documents;
  const isSeen = async ({ eventId }: Delivery): Promise<boolean> => {
    if (eventId === null) return true;
    const seq = await audit.seqOf(eventId);
    if (seq === undefined) return false;
    const [event] = await audit.list(sight.filter, { limit: 1, before: seq + 1 });
    return event?.id === eventId;
  };
  const seen = await Promise.all(deliveries.map(isSeen));
  return deliveries.filter((_, at) => seen[at]);
}
