import {
  type AuditEvent,
  decide,
  delivered,
  disable,
  type Instant,
  isGivenUp,
  labelsUpTo,
  nextTry,
  notDelivered,
  plus,
  SECOND,
  subjectOf,
  type User,
  type Webhook,
  type WebhookId,
} from '@strongroom/domain';
import type { AuditFilter } from '@strongroom/ports';
import { SYSTEM } from '../kernel/audit-entry.ts';
import type { Deps } from '../kernel/deps.ts';
import { organisationTarget } from '../kernel/targets.ts';
import { eventsFrom, isAnyFrom } from '../steps/audit/events-from.ts';
import { deliverMessage } from '../steps/webhooks/deliver-message.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { users } from '../store/users.ts';
import { webhooks } from '../store/webhooks.ts';
import type { Handler } from './handler.ts';

/** Time between two looks at the log. */
const LOOK_EVERY = 5 * SECOND;
/** Events after which the position is stored: at most this number comes twice after a crash. */
const STORED_EVERY = 20;

/**
 * Delivers events to a webhook in the order of the log, one after the other, each until the receiver has taken it. Runs for as
 * long as the webhook is stored and enabled: of several processes, the one with the lease.
 */
export const deliverWebhook: Handler<'deliver-webhook'> = async (deps, { webhookId }, lease) => {
  const webhook = await read(deps, webhookId);
  if (webhook === undefined || webhook.disabledAt !== null) return undefined;
  const filter = await filterOf(deps, webhook.createdBy);
  if (filter === undefined) return end(deps, webhookId, 'maker');
  const { audit } = deps.documents;
  if (!(await isAnyFrom(audit, filter, webhook.position))) return plus(deps.clock.now(), LOOK_EVERY);
  const events = await eventsFrom(audit, filter, webhook.position);
  let present = webhook;
  for (const [at, event] of events.entries()) {
    const isWanted = webhook.types === null || webhook.types.some((type) => type === event.type);
    // Its receiver may have taken seconds for each of those before.
    if (isWanted && !(await isSame(deps, webhook, filter))) {
      await stored(deps, present);
      return deps.clock.now();
    }
    if (isWanted) present = await deliver(deps, present, event);
    else present = { ...present, position: event.seq + 1 };
    if (present.failures > 0) return failed(deps, present);
    if ((at + 1) % STORED_EVERY !== 0) continue;
    if (!(await stored(deps, present))) return deps.clock.now();
    await lease.renew();
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
  const filter = await filterOf(deps, createdBy);
  return filter !== undefined && String(filter.labels) === String(labels);
}

async function deliver(deps: Deps, webhook: Webhook, event: AuditEvent): Promise<Webhook> {
  const { outcome, isTaken } = await deliverMessage(deps, webhook, event);
  return isTaken ? delivered(webhook, event.seq + 1, outcome) : notDelivered(webhook, event.seq, outcome);
}

async function failed(deps: Deps, webhook: Webhook): Promise<Instant | undefined> {
  const now = deps.clock.now();
  if (!(await stored(deps, webhook))) return now;
  if (isGivenUp(webhook, now)) return end(deps, webhook.id, 'failures');
  return nextTry(webhook, now, (deps.secrets.random(1)[0] ?? 0) / 255);
}

async function read({ documents }: Pick<Deps, 'documents'>, id: WebhookId): Promise<Webhook | undefined> {
  const [document] = await documents.read([refTo(webhooks, id)]);
  return document && stateOf(webhooks, document);
}

/** The events that the maker may see now; undefined for one who may not have webhooks any more. */
async function filterOf(deps: Deps, userId: Webhook['createdBy']): Promise<AuditFilter | undefined> {
  const [document] = await deps.documents.read([refTo(users, userId)]);
  const user: User | undefined = document && stateOf(users, document);
  if (user?.status !== 'active') return undefined;
  const { labelRules } = deps;
  const subject = subjectOf(labelRules, user, null, deps.clock.now());
  if (decide('webhook.manage', { subject, labelRules }).effect !== 'allow') return undefined;
  return { labels: ['', ...labelsUpTo(labelRules.scheme, subject.clearance)] };
}

/** Stores how far the deliveries got. Returns false where the webhook was deleted, disabled or given another secret meanwhile. */
const stored = (deps: Deps, { id, secretNumber, ...progress }: Webhook): Promise<boolean> =>
  deps.runner.run({
    author: SYSTEM,
    refs: [refTo(webhooks, id)],
    apply: (uow) => {
      const present = uow.find(webhooks, id);
      if (present === undefined || present.disabledAt !== null) return false;
      const { position, failures, failingSince, lastDelivery } = progress;
      uow.put(webhooks, { ...present, position, failures, failingSince, lastDelivery });
      return present.secretNumber === secretNumber;
    },
  });

/** Disables a webhook, with its event. */
async function end(deps: Deps, id: WebhookId, reason: 'failures' | 'maker'): Promise<undefined> {
  await deps.runner.run({
    author: SYSTEM,
    refs: [refTo(webhooks, id)],
    apply: (uow) => {
      const present = uow.find(webhooks, id);
      if (present === undefined || present.disabledAt !== null) return;
      uow.put(webhooks, disable(present, deps.clock.now()));
      uow.record({
        type: 'webhook.disabled',
        target: organisationTarget(deps.orgId),
        data: { webhook_id: id, reason },
      });
    },
  });
}
