import type { Webhook } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { ALL_WEBHOOKS, webhooks } from '../../store/webhooks.ts';

/** The webhooks of the organisation, newest first. Throws INSUFFICIENT_ROLE, INVALID_CURSOR. */
export const listWebhooks =
  (deps: OperationDeps & Pick<Deps, 'lists' | 'orgId'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<Listed<Webhook>> => {
    deps.lists.check('webhooks', page);
    await asCaller(deps, ctx, organisationTarget(deps.orgId), { action: 'webhook.list', apply: () => undefined });
    return deps.lists.page({ name: 'webhooks', collection: webhooks, selection: { anyOf: [ALL_WEBHOOKS] } }, page);
  };
