import { DomainError, type EventType, type Webhook, type WebhookId } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { verbatim } from '../../kernel/replay.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refTo } from '../../store/collection.ts';
import { webhooks } from '../../store/webhooks.ts';

export type WebhookDeps = OperationDeps & Pick<Deps, 'orgId'>;

/** Changes a webhook, with its event. `change` returns undefined where nothing is to change. Throws WEBHOOK_NOT_FOUND, INSUFFICIENT_ROLE. */
export function changeWebhook(
  deps: WebhookDeps,
  ctx: SignedIn,
  id: WebhookId,
  { type, change }: Readonly<{ type: EventType; change: (webhook: Webhook, uow: UnitOfWork) => Webhook | undefined }>,
): Promise<Webhook> {
  const target = organisationTarget(deps.orgId);
  return asCaller(deps, ctx, target, {
    action: 'webhook.manage',
    refs: [refTo(webhooks, id)],
    replay: verbatim(),
    apply: (uow) => {
      const present = uow.find(webhooks, id);
      if (present === undefined) throw new DomainError('WEBHOOK_NOT_FOUND');
      const next = change(present, uow);
      if (next !== undefined) uow.put(webhooks, next);
      uow.record({ type, target, data: { webhook_id: id } });
      return next ?? present;
    },
  });
}
