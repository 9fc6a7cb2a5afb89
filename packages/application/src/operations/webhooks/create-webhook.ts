import {
  DomainError,
  type EventType,
  MAX_WEBHOOKS,
  newWebhook,
  type Webhook,
  type WebhookId,
} from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { verbatim } from '../../kernel/replay.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { webhookSecret } from '../../steps/webhooks/signed-message.ts';
import { ALL_WEBHOOKS, webhooks } from '../../store/webhooks.ts';

type CreateWebhookInput = Readonly<{ url: string; types?: readonly EventType[] | undefined }>;

/** A webhook with the secret by which its receiver verifies messages. */
export type WebhookWithSecret = Readonly<{ webhook: Webhook; secret: string }>;

/** Makes a webhook, which gets every event from now on. Throws INSUFFICIENT_ROLE, LIMIT_REACHED. */
export const createWebhook =
  (deps: OperationDeps & Pick<Deps, 'ids' | 'documents' | 'orgId'>) =>
  async (ctx: SignedIn, { url, types }: CreateWebhookInput): Promise<WebhookWithSecret> => {
    const id = deps.ids.uuid<WebhookId>();
    const target = organisationTarget(deps.orgId);
    const { size } = await deps.documents.audit.head();
    const count = await deps.documents.count(webhooks.name, { anyOf: [ALL_WEBHOOKS] });
    const webhook = await asCaller(deps, ctx, target, {
      action: 'webhook.manage',
      replay: verbatim<Webhook>(),
      apply: (uow, { user }) => {
        if (count >= MAX_WEBHOOKS)
          throw new DomainError('LIMIT_REACHED', { message: `At most ${MAX_WEBHOOKS} webhooks.` });
        const made = newWebhook({
          id,
          url,
          types: types ?? null,
          createdBy: user.id,
          createdAt: deps.clock.now(),
          position: size,
        });
        uow.put(webhooks, made);
        uow.schedule({ kind: 'deliver-webhook', data: { webhookId: id } });
        uow.record({ type: 'webhook.created', target, data: { webhook_id: id } });
        return made;
      },
    });
    return { webhook, secret: webhookSecret(deps.secrets, webhook) };
  };
