import type { Webhook, WebhookDelivery } from '@strongroom/client';
import { isAccepted } from './webhook-words.ts';

/** Attempts to deliver one event, or a test, the latest first. */
export type DeliveredEvent = Readonly<{
  key: string;
  latest: WebhookDelivery;
  attempts: readonly WebhookDelivery[];
  /** `waiting`: it is sent again by itself, and later events wait for it. */
  state: 'taken' | 'waiting' | 'failed';
}>;

type Receiver = Pick<Webhook, 'failing_since' | 'disabled_at'>;

/** The last deliveries by event, each where its latest attempt stands. */
export function deliveredEvents(
  deliveries: readonly WebhookDelivery[],
  { failing_since: failing, disabled_at: disabled }: Receiver,
): readonly DeliveredEvent[] {
  const byEvent = new Map<string, WebhookDelivery[]>();
  for (const one of deliveries) {
    const key = one.event_id ?? one.id;
    const attempts = byEvent.get(key) ?? [];
    byEvent.set(key, attempts);
    attempts.push(one);
  }
  const groups = [...byEvent].flatMap(([key, attempts]) => {
    const [latest] = attempts;
    return latest === undefined ? [] : [{ key, latest, attempts, isTaken: attempts.some(isAccepted) }];
  });
  const open = disabled !== null || failing === null ? [] : groups.filter((one) => !one.isTaken && one.latest.event_id);
  // The first failure began with the event that waits. It may have left the list after many attempts.
  const waiting = open.find(({ attempts }) => attempts.some(({ at }) => at === failing)) ?? open[0];
  return groups.map(({ isTaken, ...one }) => ({
    ...one,
    state: isTaken ? 'taken' : one.key === waiting?.key ? 'waiting' : 'failed',
  }));
}
