import type { AuditEvent, DeliveryResult, Webhook } from '@strongroom/domain';
import { CallFailed } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import { signedMessage } from './signed-message.ts';

type Delivery = Readonly<{ outcome: DeliveryResult; isTaken: boolean }>;
type DeliveryDeps = Pick<Deps, 'calls' | 'secrets' | 'clock' | 'eventBody'>;

/** Sends an event to a receiver, once. Every answer from 200 to 299 is a receipt. */
export const deliverMessage = (deps: DeliveryDeps, webhook: Webhook, event: AuditEvent): Promise<Delivery> =>
  send(deps, webhook, { id: event.id, type: event.type, occurredAt: event.occurredAt, data: deps.eventBody?.(event) });

/** Sends a message without an event, to try a receiver. `id` is its `webhook-id`. */
export const deliverTest = (deps: DeliveryDeps, webhook: Webhook, id: string): Promise<Delivery> =>
  send(deps, webhook, { id, type: 'webhook.test', occurredAt: deps.clock.now(), data: { webhook_id: webhook.id } });

type Message = Readonly<{ id: string; type: string; occurredAt: number; data: unknown }>;

async function send(
  { calls, secrets, clock }: DeliveryDeps,
  webhook: Webhook,
  { id, type, occurredAt, data }: Message,
): Promise<Delivery> {
  const body = JSON.stringify({ type, timestamp: new Date(occurredAt).toISOString(), data });
  try {
    if (calls === undefined) throw new CallFailed('unreachable');
    const call = signedMessage(secrets, webhook, { id, body, now: clock.now() });
    const { status } = await calls.post(call);
    return { outcome: { at: clock.now(), result: status }, isTaken: status >= 200 && status < 300 };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return { outcome: { at: clock.now(), result: error.fault }, isTaken: false };
  }
}
