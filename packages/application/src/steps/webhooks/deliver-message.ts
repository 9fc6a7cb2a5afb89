import type { AuditEvent, Delivery, EventId, Webhook } from '@strongroom/domain';
import { CallFailed } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import { signedMessage } from './signed-message.ts';

type Delivered = Readonly<{ outcome: Delivery; isTaken: boolean }>;
type DeliveryDeps = Pick<Deps, 'calls' | 'secrets' | 'clock' | 'eventBody' | 'ids'>;

/** Sends an event to a receiver, once. Every answer from 200 to 299 is a receipt. */
export const deliverMessage = (deps: DeliveryDeps, webhook: Webhook, event: AuditEvent): Promise<Delivered> =>
  send(deps, webhook, {
    id: event.id,
    eventId: event.id,
    type: event.type,
    occurredAt: event.occurredAt,
    data: deps.eventBody?.(event),
  });

/** Sends a message without an event, to try a receiver. */
export const deliverTest = (deps: DeliveryDeps, webhook: Webhook): Promise<Delivered> =>
  send(deps, webhook, {
    id: deps.ids.uuid(),
    eventId: null,
    type: 'webhook.test',
    occurredAt: deps.clock.now(),
    data: { webhook_id: webhook.id },
  });

/** `id` is the `webhook-id`, by which receivers know a message that they had. */
type Message = Readonly<{ id: string; eventId: EventId | null; type: string; occurredAt: number; data: unknown }>;

async function send(
  { calls, secrets, clock, ids }: DeliveryDeps,
  webhook: Webhook,
  { id, eventId, type, occurredAt, data }: Message,
): Promise<Delivered> {
  const body = JSON.stringify({ type, timestamp: new Date(occurredAt).toISOString(), data });
  const outcome = (result: number | string, answer: string): Delivery => ({
    id: ids.uuid(),
    at: clock.now(),
    result,
    eventId,
    type,
    answer,
  });
  try {
    if (calls === undefined) throw new CallFailed('unreachable');
    const call = signedMessage(secrets, webhook, { id, body, now: clock.now() });
    const { status, body: answer, isInNamedNetwork = false } = await calls.post(call);
    // Owners of a room, perhaps from outside, must not read what servers within the operator's networks answer.
    const isHidden = isInNamedNetwork && webhook.roomId !== undefined;
    return { outcome: outcome(status, isHidden ? '' : answer), isTaken: status >= 200 && status < 300 };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return { outcome: outcome(error.fault, ''), isTaken: false };
  }
}
