import { enable, type Webhook, type WebhookId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { changeWebhook } from '../../steps/webhooks/change-webhook.ts';
import type { WebhookDeps } from '../../steps/webhooks/on-webhook.ts';

/** Enables a webhook, which continues where it stopped and becomes the caller's. Throws WEBHOOK_NOT_FOUND, LIMIT_REACHED. */
export const enableWebhook =
  (deps: WebhookDeps) =>
  (ctx: SignedIn, { webhookId }: Readonly<{ webhookId: WebhookId }>): Promise<Webhook> =>
    changeWebhook(deps, ctx, webhookId, {
      type: 'webhook.enabled',
      change: (present, uow) => {
        if (present.disabledAt !== null) uow.schedule({ kind: 'deliver-webhook', data: { webhookId } });
        return enable(present, ctx.credential.userId);
      },
    });
