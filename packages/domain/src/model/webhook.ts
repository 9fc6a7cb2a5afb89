import type { EventType } from '../events.ts';
import type { EventId, RoomId, UserId, WebhookId } from '../values/ids.ts';
import { DAY, HOUR, type Instant, plus, SECOND } from '../values/time.ts';

/** Maximum number of webhooks of an organisation: each reads the log on its own. */
export const MAX_WEBHOOKS = 20;
/** Maximum number of webhooks of a room. */
export const MAX_WEBHOOKS_OF_ROOM = 5;
/** Maximum number of webhooks that run in rooms and show what one person may see: each of their rooms may have some. */
export const MAX_WEBHOOKS_IN_ROOMS_BY_ONE = 20;
/** Number of deliveries that are kept. */
const KEPT_DELIVERIES = 20;
/** Time for which the secret before the last rotation signs too. */
const ROTATION = DAY;
/** Time of failures after which a webhook is disabled. */
const GIVES_UP_AFTER = 5 * DAY;
const FIRST_PAUSE = 5 * SECOND;
const LONGEST_PAUSE = HOUR;

export type DeliveryResult = Readonly<{
  at: Instant;
  /** Status of the answer, or the reason why there was none. */
  result: number | string;
}>;

export type Delivery = DeliveryResult &
  Readonly<{
    id: string;
    /** Null for a test. */
    eventId: EventId | null;
    type: string;
    /** The first 1024 bytes of the answer; empty without one. */
    answer: string;
  }>;

/** A receiver of audit events. It sees what `createdBy` may see at the moment of delivery: who last set its address or enabled it. */
export type Webhook = Readonly<{
  id: WebhookId;
  url: string;
  /** Only events of this room. One of the organisation has none. */
  roomId?: RoomId;
  /** Only events of these types; all of them if null. */
  types: readonly EventType[] | null;
  createdBy: UserId;
  createdAt: Instant;
  /** Number of the next event of the log to deliver. */
  position: number;
  /** Secrets are derived from the id and this number. */
  secretNumber: number;
  rotatedAt: Instant | null;
  failures: number;
  failingSince: Instant | null;
  /** When the event that the receiver did not take is sent again. Webhooks of an older version have none. */
  nextTryAt?: Instant | null;
  lastDelivery: DeliveryResult | null;
  /** The latest first. */
  deliveries?: readonly Delivery[];
  disabledAt: Instant | null;
}>;

/** The host of its address, which mails and pages may show: the path may be a secret. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => /^https?:\/\/([^/?#]*)/u.exec(url)?.[1] ?? '';

export const newWebhook = (
  of: Pick<Webhook, 'id' | 'url' | 'roomId' | 'types' | 'createdBy' | 'createdAt' | 'position'>,
): Webhook => ({
  ...of,
  secretNumber: 1,
  rotatedAt: null,
  failures: 0,
  failingSince: null,
  lastDelivery: null,
  disabledAt: null,
});

/** The numbers of the secrets that sign now, the present one first. */
export const secretNumbers = ({ secretNumber, rotatedAt }: Webhook, now: Instant): readonly number[] =>
  rotatedAt !== null && now < plus(rotatedAt, ROTATION) ? [secretNumber, secretNumber - 1] : [secretNumber];

export const rotateSecret = (webhook: Webhook, now: Instant): Webhook => ({
  ...webhook,
  secretNumber: webhook.secretNumber + 1,
  rotatedAt: now,
});

/** `types`: null for events of every type. */
export type WebhookChange = Readonly<{ url?: string | undefined; types?: readonly EventType[] | null | undefined }>;

/** A receiver sees what the person may see who named its address. */
export const editWebhook = (webhook: Webhook, { url, types }: WebhookChange, by: UserId): Webhook => ({
  ...webhook,
  ...(url !== undefined && url !== webhook.url && { url, createdBy: by }),
  ...(types !== undefined && { types }),
});

/** Adds deliveries to those that are kept, each once. */
export function withDeliveries(webhook: Webhook, more: readonly Delivery[]): Webhook {
  const byId = new Map([...(webhook.deliveries ?? []), ...more].map((one) => [one.id, one]));
  const deliveries = [...byId.values()].toSorted((a, b) => b.at - a.at).slice(0, KEPT_DELIVERIES);
  const [latest] = deliveries;
  return { ...webhook, deliveries, lastDelivery: latest ? { at: latest.at, result: latest.result } : null };
}

/** The receiver has every event before `position`. */
export const withDelivery = (webhook: Webhook, position: number, delivery: Delivery): Webhook => ({
  ...withDeliveries(webhook, [delivery]),
  position,
  failures: 0,
  failingSince: null,
  nextTryAt: null,
});

/** The receiver did not take an event. */
export const notDelivered = (webhook: Webhook, position: number, delivery: Delivery): Webhook => ({
  ...withDeliveries(webhook, [delivery]),
  position,
  failures: webhook.failures + 1,
  failingSince: webhook.failingSince ?? delivery.at,
});

/** The time of the next try of a webhook whose receiver fails; null without one. */
export const dueTryOf = ({ failures, disabledAt, nextTryAt }: Webhook): Instant | null =>
  failures > 0 && disabledAt === null ? (nextTryAt ?? null) : null;

/** Whether the receiver has failed for so long that the webhook ends. */
export const isGivenUp = ({ failingSince }: Webhook, now: Instant): boolean =>
  failingSince !== null && now >= plus(failingSince, GIVES_UP_AFTER);

/** Time of the next try after failures. `spread` from 0 to 1 keeps receivers of one outage apart. */
export const nextTry = ({ failures }: Webhook, now: Instant, spread: number): Instant =>
  plus(now, Math.ceil(Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE) * (0.75 + spread / 4)));

export const disableWebhook = (webhook: Webhook, now: Instant): Webhook => ({ ...webhook, disabledAt: now });

/** A disabled webhook continues where it stopped, and then belongs to the person who enables it. */
export const enable = (webhook: Webhook, by: UserId): Webhook => ({
  ...webhook,
  createdBy: by,
  disabledAt: null,
  failures: 0,
  failingSince: null,
  nextTryAt: null,
});
