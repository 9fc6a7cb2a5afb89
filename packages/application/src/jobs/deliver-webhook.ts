import {
  type AuditEvent,
  disableWebhook,
  type Instant,
  isGivenUp,
  nextTry,
  notDelivered,
  plus,
  SECOND,
  type Webhook,
  type WebhookId,
  withDeliveries,
  withDelivery,
} from '@strongroom/domain';
import type { AuditFilter } from '@strongroom/ports';
import { SYSTEM } from '../kernel/audit-entry.ts';
import type { Deps } from '../kernel/deps.ts';
import { organisationTarget, roomTarget } from '../kernel/targets.ts';
import { eventsFrom, isAnyFrom } from '../steps/audit/events-from.ts';
import { deliverMessage } from '../steps/webhooks/deliver-message.ts';
import { webhookSight } from '../steps/webhooks/webhook-sight.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { rooms } from '../store/rooms.ts';
import { webhooks } from '../store/webhooks.ts';
import type { Handler } from './handler.ts';

/** Time between two looks at the log. */
const LOOK_EVERY = 5 * SECOND;
/** Events after which the position is stored: at most this number comes twice after a crash. */
const STORED_EVERY = 20;
/** Time after which the position is stored. With one answer it is shorter than the lease, so one process serves a slow receiver. */
const STORED_AFTER = 5 * SECOND;
/** Time after which a webhook lets others have their turn. */
const TURN = 10 * SECOND;

/**
 * Delivers events to a webhook in the order of the log, one after the other, each until the receiver has taken it. Runs for as
 * long as the webhook is stored and enabled: of several processes, the one with the lease.
 */
export const deliverWebhook: Handler<'deliver-webhook'> = async (deps, { webhookId }, lease) => {
  const webhook = await read(deps, webhookId);
  if (webhook === undefined || webhook.disabledAt !== null) return undefined;
  const sight = await webhookSight(deps, webhook);
  if (sight === undefined) return end(deps, webhook, 'maker');
  const { filter } = sight;
  const { audit } = deps.documents;
  if (!(await isAnyFrom(audit, filter, webhook.position))) return plus(deps.clock.now(), LOOK_EVERY);
  const events = await eventsFrom(audit, filter, webhook.position);
  const began = deps.clock.now();
  let present = webhook;
  let [since, count] = [began, 0];
  for (const event of events) {
    const isOfType = webhook.types === null || webhook.types.some((type) => type === event.type);
    const isWanted = isOfType && (await sight.sees(event));
    // Its receiver may have taken seconds for each of those before.
    if (isWanted && !(await isSame(deps, webhook, filter))) {
      await stored(deps, present);
      return deps.clock.now();
    }
    if (isWanted) present = await deliver(deps, present, sight.seen(event));
    else present = { ...present, position: event.seq + 1 };
    if (present.failures > 0) return failed(deps, present);
    const now = deps.clock.now();
    if (now >= plus(began, TURN)) break;
    if (++count < STORED_EVERY && now < plus(since, STORED_AFTER)) continue;
    if (!(await stored(deps, present))) return now;
    await lease.renew();
    [since, count] = [now, 0];
  }
  await stored(deps, present);
  return deps.clock.now();
};

/** Whether the webhook is still there, enabled and as it was read, and its maker sees what they saw. */
async function isSame(deps: Deps, webhook: Webhook, { labels }: AuditFilter): Promise<boolean> {
  const { id, createdBy } = webhook;
  const present = await read(deps, id);
  if (present?.disabledAt !== null || present.createdBy !== createdBy) return false;
  const isUnchanged =
    present.url === webhook.url &&
    present.secretNumber === webhook.secretNumber &&
    String(present.types) === String(webhook.types);
  if (!isUnchanged) return false;
  const sight = await webhookSight(deps, present);
  return sight !== undefined && String(sight.filter.labels) === String(labels);
}

async function deliver(deps: Deps, webhook: Webhook, event: AuditEvent): Promise<Webhook> {
  const { outcome, isTaken } = await deliverMessage(deps, webhook, event);
  return isTaken ? withDelivery(webhook, event.seq + 1, outcome) : notDelivered(webhook, event.seq, outcome);
}

async function failed(deps: Deps, webhook: Webhook): Promise<Instant | undefined> {
  const now = deps.clock.now();
  const nextTryAt = nextTry(webhook, now, (deps.secrets.random(1)[0] ?? 0) / 255);
  if (!(await stored(deps, { ...webhook, nextTryAt }))) return now;
  return isGivenUp(webhook, now) ? end(deps, webhook, 'failures') : nextTryAt;
}

async function read({ documents }: Pick<Deps, 'documents'>, id: WebhookId): Promise<Webhook | undefined> {
  const [document] = await documents.read([refTo(webhooks, id)]);
  return document && stateOf(webhooks, document);
}

/** Stores how far the deliveries got. Returns false where the webhook was deleted, disabled or given another secret meanwhile. */
const stored = (deps: Deps, { id, secretNumber, ...progress }: Webhook): Promise<boolean> =>
  deps.runner.run({
    author: SYSTEM,
    refs: [refTo(webhooks, id)],
    apply: (uow) => {
      const present = uow.find(webhooks, id);
      if (present === undefined || present.disabledAt !== null) return false;
      const { position, failures, failingSince, nextTryAt = null, deliveries = [] } = progress;
      uow.put(webhooks, { ...withDeliveries(present, deliveries), position, failures, failingSince, nextTryAt });
      return present.secretNumber === secretNumber;
    },
  });

/** Disables a webhook, with its event. */
async function end(deps: Deps, { id, roomId, createdBy }: Webhook, reason: 'failures' | 'maker'): Promise<undefined> {
  await deps.runner.run({
    author: SYSTEM,
    refs: [refTo(webhooks, id), ...(roomId === undefined ? [] : [refTo(rooms, roomId)])],
    apply: (uow) => {
      const present = uow.find(webhooks, id);
      if (present === undefined || present.disabledAt !== null) return;
      uow.put(webhooks, disableWebhook(present, deps.clock.now()));
      const mail = { webhookId: id, userId: createdBy, mailId: deps.ids.uuid() };
      if (reason === 'failures') uow.schedule({ kind: 'mail-webhook-disabled', data: mail });
      uow.record({
        type: 'webhook.disabled',
        target: roomId === undefined ? organisationTarget(deps.orgId) : roomTarget(roomId, uow.find(rooms, roomId)),
        data: { webhook_id: id, reason },
      });
    },
  });
}
