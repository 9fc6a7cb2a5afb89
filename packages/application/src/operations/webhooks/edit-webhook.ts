import { editWebhook as edit, type Webhook, type WebhookChange, type WebhookId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { fieldsChanged } from '../../kernel/fields-changed.ts';
import { changeWebhook } from '../../steps/webhooks/change-webhook.ts';
import type { WebhookDeps } from '../../steps/webhooks/on-webhook.ts';

/**
 * Changes address or types of a webhook, from the next event on. With another address the webhook belongs to the caller. Throws
 * WEBHOOK_NOT_FOUND, LIMIT_REACHED.
 */
export const editWebhook =
  (deps: WebhookDeps) =>
  (ctx: SignedIn, { webhookId, ...change }: WebhookChange & Readonly<{ webhookId: WebhookId }>): Promise<Webhook> =>
    changeWebhook(deps, ctx, webhookId, {
      type: 'webhook.edited',
      change: (present) => edit(present, change, ctx.credential.userId),
      fieldsIn: (before, after) => fieldsChanged(fieldsOf(before), fieldsOf(after)),
    });

const fieldsOf = ({ url, types }: Webhook) => ({ url, types: types === null ? null : [...types].toSorted().join(' ') });
