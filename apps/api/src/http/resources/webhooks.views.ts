import type { WebhookWithSecret } from '@strongroom/application';
import { type Delivery, type DeliveryResult, dueTryOf, formatInstant, type Webhook } from '@strongroom/domain';
import { type ViewOf, view } from '../describe/view.ts';
import { EventTypes } from './event-types.ts';
import { count, flag, formatOrNull, id, orNull, record, text, timestamp } from './view-fields.ts';

const resultFields = {
  at: timestamp('When it ended.'),
  status: orNull(count('Status of the answer; null without one.')),
  fault: orNull(text('`address_refused`, `unreachable` or `too_late`; null with an answer.')),
};

const webhookFields = {
  id: id('The webhook.'),
  url: text('Address of the receiver.'),
  types: EventTypes,
  room_id: orNull(id('Only events of this room; null for those of the organisation.')),
  created_by: id('The owner whose rights it has: who made it, enabled it or set its address last.'),
  created_at: timestamp('When it was made.'),
  position: orNull(
    count(
      'Number of the next event of the log that it gets; null for one of a room, whose owners do not read the log.',
    ),
  ),
  failing_since: orNull(timestamp('Since when the receiver takes no event; null if it takes them.')),
  next_try_at: orNull(timestamp('When that event is sent again; null if the receiver takes them, or it is disabled.')),
  disabled_at: orNull(timestamp('When it was disabled; null if it is not.')),
  last_delivery: orNull(record('The last delivery; null before the first.', resultFields)),
};

/** A receiver of audit events. */
export const WebhookView = view('Webhook', webhookFields);

/** A webhook with its secret. */
export const WebhookWithSecretView = view('WebhookWithSecret', {
  ...webhookFields,
  secret: text('The secret by which the receiver verifies messages (Standard Webhooks), `whsec_…`.'),
});

/** The outcome of one delivery. */
export const DeliveryView = view('WebhookDelivery', {
  id: id('The delivery.'),
  event_id: orNull(id('The event; null for a test.')),
  type: text('Type of the event; `webhook.test` for a test.'),
  ...resultFields,
  answer: text(
    'The first 1024 bytes of the answer, in words of the receiver; empty without one, and for a webhook of a room whose receiver is in a network of the operator.',
  ),
});

export const WebhookDeletedView = view('WebhookDeleted', {
  id: id('The webhook that was deleted.'),
  deleted: flag('Always true.'),
});

export const deliveryView = ({
  id: name,
  eventId,
  type,
  answer,
  ...result
}: Delivery): ViewOf<typeof DeliveryView> => ({
  id: name,
  event_id: eventId,
  type,
  ...resultView(result),
  answer,
});

const resultView = ({ at, result }: DeliveryResult) => ({
  at: formatInstant(at),
  status: typeof result === 'number' ? result : null,
  fault: typeof result === 'number' ? null : result,
});

export const webhookView = (webhook: Webhook): ViewOf<typeof WebhookView> => ({
  id: webhook.id,
  url: webhook.url,
  types: webhook.types,
  room_id: webhook.roomId ?? null,
  created_by: webhook.createdBy,
  created_at: formatInstant(webhook.createdAt),
  position: webhook.roomId === undefined ? webhook.position : null,
  failing_since: formatOrNull(webhook.failingSince),
  next_try_at: formatOrNull(dueTryOf(webhook)),
  disabled_at: formatOrNull(webhook.disabledAt),
  last_delivery: webhook.lastDelivery && resultView(webhook.lastDelivery),
});

export const webhookWithSecretView = ({
  webhook,
  secret,
}: WebhookWithSecret): ViewOf<typeof WebhookWithSecretView> => ({ ...webhookView(webhook), secret });
