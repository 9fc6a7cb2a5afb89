import {
  type EventType,
  newWebhook,
  type RoomId,
  type Target,
  type UserId,
  type Webhook,
  type WebhookId,
} from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { replayVerbatim } from '../../kernel/replay.ts';
import { organisationTarget, roomTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { webhookSecret } from '../../steps/webhooks/signed-message.ts';
import { webhookLimits, webhooksOfOne } from '../../steps/webhooks/webhook-limits.ts';
import { webhooks } from '../../store/webhooks.ts';

type CreateWebhookInput = Readonly<{
  url: string;
  types?: readonly EventType[] | undefined;
  /** Only events of this room; undefined for those of the organisation. */
  roomId?: RoomId | undefined;
}>;

/** A webhook with the secret by which its receiver verifies messages. */
export type WebhookWithSecret = Readonly<{ webhook: Webhook; secret: string }>;

/**
 * Makes a webhook, which gets every event from now on. Throws INSUFFICIENT_ROLE, ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE,
 * LIMIT_REACHED.
 */
export const createWebhook =
  (deps: OperationDeps & Pick<Deps, 'ids' | 'documents' | 'orgId'>) =>
  async (ctx: SignedIn, { url, types, roomId }: CreateWebhookInput): Promise<WebhookWithSecret> => {
    const id = deps.ids.uuid<WebhookId>();
    const { size } = await deps.documents.audit.head();
    const inPlace = webhookLimits(deps, { roomId });
    const ofOne = webhooksOfOne(deps, ctx.credential.userId);
    const limits = {
      refs: inPlace.refs,
      loadMore: async () => {
        await Promise.all([inPlace.count(), ofOne.count()]);
        return [];
      },
    };
    const made = (uow: UnitOfWork, createdBy: UserId, target: Target): Webhook => {
      inPlace.assertOneMore(uow);
      if (roomId !== undefined) ofOne.assertOneMore(uow);
      const webhook = newWebhook({
        id,
        url,
        ...(roomId !== undefined && { roomId }),
        types: types ?? null,
        createdBy,
        createdAt: deps.clock.now(),
        position: size,
      });
      uow.put(webhooks, webhook);
      uow.schedule({ kind: 'deliver-webhook', data: { webhookId: id } });
      uow.record({ type: 'webhook.created', target, data: { webhook_id: id } });
      return webhook;
    };
    const replay = replayVerbatim<Webhook>();
    const webhook = await (roomId === undefined
      ? asCaller(deps, ctx, organisationTarget(deps.orgId), {
          ...limits,
          action: 'webhook.manage',
          replay,
          apply: (uow, { user }, target) => made(uow, user.id, target),
        })
      : inRoom(deps, ctx, roomId, {
          ...limits,
          action: 'webhook.room.manage',
          replay,
          apply: (uow, { user, room }) => made(uow, user.id, roomTarget(roomId, room)),
        }));
    return { webhook, secret: webhookSecret(deps.secrets, webhook) };
  };
