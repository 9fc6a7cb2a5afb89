import type { Delivery, WebhookId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { onWebhook, type WebhookDeps } from '../../steps/webhooks/on-webhook.ts';

/** The last deliveries to a webhook, the latest first. Throws WEBHOOK_NOT_FOUND, INVALID_CURSOR. */
export const listDeliveries =
  (deps: WebhookDeps & Pick<Deps, 'lists'>) =>
  async (
    ctx: SignedIn,
    { webhookId, ...page }: PageRequest & Readonly<{ webhookId: WebhookId }>,
  ): Promise<Listed<Delivery>> => {
    deps.lists.check('deliveries', page);
    const deliveries = await onWebhook(deps, ctx, webhookId, { apply: (_, { deliveries: kept = [] }) => kept });
    const place = { id: ({ id }: Delivery) => id, order: ({ at }: Delivery) => Number.MAX_SAFE_INTEGER - at };
    return deps.lists.cut(`deliveries:${webhookId}`, deliveries, place, page);
  };
