import { rotateSecret, type WebhookId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { changeWebhook } from '../../steps/webhooks/change-webhook.ts';
import type { WebhookDeps } from '../../steps/webhooks/on-webhook.ts';
import { webhookSecret } from '../../steps/webhooks/signed-message.ts';
import type { WebhookWithSecret } from './create-webhook.ts';

/** Gives a webhook another secret; the earlier one signs too for a day. Throws WEBHOOK_NOT_FOUND. */
export const rotateWebhookSecret =
  (deps: WebhookDeps) =>
  async (ctx: SignedIn, { webhookId }: Readonly<{ webhookId: WebhookId }>): Promise<WebhookWithSecret> => {
    const webhook = await changeWebhook(deps, ctx, webhookId, {
      type: 'webhook.secret_rotated',
      change: (present) => rotateSecret(present, deps.clock.now()),
    });
    return { webhook, secret: webhookSecret(deps.secrets, webhook) };
  };
