import type { RoomId, Webhook } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { ALL_WEBHOOKS, webhooks, webhooksOfRoom } from '../../store/webhooks.ts';

type ListWebhooksInput = PageRequest & Readonly<{ roomId?: RoomId | undefined }>;

/**
 * The webhooks of the organisation or of a room, newest first. Throws INSUFFICIENT_ROLE, ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE,
 * INVALID_CURSOR.
 */
export const listWebhooks =
  (deps: OperationDeps & Pick<Deps, 'lists' | 'orgId'>) =>
  async (ctx: SignedIn, { roomId, ...page }: ListWebhooksInput): Promise<Listed<Webhook>> => {
    deps.lists.check('webhooks', page);
    const apply = () => undefined;
    if (roomId === undefined)
      await asCaller(deps, ctx, organisationTarget(deps.orgId), { action: 'webhook.list', apply });
    else await inRoom(deps, ctx, roomId, { action: 'webhook.room.list', apply });
    const key = roomId === undefined ? ALL_WEBHOOKS : webhooksOfRoom(roomId);
    const name = roomId === undefined ? 'webhooks' : `webhooks:${roomId}`;
    return deps.lists.page({ name, collection: webhooks, selection: { anyOf: [key] } }, page);
  };
