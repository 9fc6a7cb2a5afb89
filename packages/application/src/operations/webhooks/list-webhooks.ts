import { allows, type RoomId, type Webhook } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutScopes } from '../../kernel/sight.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { ALL_WEBHOOKS, webhooks, webhooksMadeBy, webhooksOfRoom } from '../../store/webhooks.ts';

type ListWebhooksInput = PageRequest & Readonly<{ roomId?: RoomId | undefined }>;

/**
 * The webhooks of the organisation, or of a room, newest first; domain admins see their own of the organisation. Throws INSUFFICIENT_ROLE, ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE,
 * INVALID_CURSOR.
 */
export const listWebhooks =
  (deps: OperationDeps & Pick<Deps, 'lists' | 'orgId'>) =>
  async (ctx: SignedIn, { roomId, ...page }: ListWebhooksInput): Promise<ListedPage<Webhook>> => {
    deps.lists.check('webhooks', page);
    const key = await (roomId === undefined
      ? asCaller(deps, ctx, organisationTarget(deps.orgId), {
          action: 'webhook.list',
          apply: (_, at) => (allows('webhook.see_all', withoutScopes(at)) ? ALL_WEBHOOKS : webhooksMadeBy(at.user.id)),
        })
      : inRoom(deps, ctx, roomId, { action: 'webhook.room.list', apply: () => webhooksOfRoom(roomId) }));
    return deps.lists.page({ name: `webhooks:${key}`, collection: webhooks, selection: { anyOf: [key] } }, page);
  };
