import type { Webhook, WebhookId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { changeWebhook } from '../../steps/webhooks/change-webhook.ts';
import type { WebhookDeps } from '../../steps/webhooks/on-webhook.ts';
import { webhooks } from '../../store/webhooks.ts';

/** Deletes a webhook: nothing is sent to it from then on. Throws WEBHOOK_NOT_FOUND. */
export const deleteWebhook =
  (deps: WebhookDeps) =>
  (ctx: SignedIn, { webhookId }: Readonly<{ webhookId: WebhookId }>): Promise<Webhook> =>
    changeWebhook(deps, ctx, webhookId, {
      type: 'webhook.deleted',
      change: ({ id }, uow) => {
        uow.remove(webhooks, id);
        return undefined;
      },
    });
