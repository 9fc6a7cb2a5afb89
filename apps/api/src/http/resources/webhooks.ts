import {
  defineValue,
  EventId,
  type EventType,
  listOf,
  nullable,
  optional,
  PageNumber,
  PerPage,
  RoomId,
  type Value,
  WebhookId,
  WebhookUrl,
} from '@strongroom/domain';
import { created, listed, ok } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { Cursor, PageQuery, pageRequest } from '../describe/page.ts';
import { one, pageOf } from '../describe/shape.ts';
import { EventTypeName } from './event-types.ts';
import { route } from './route.ts';
import {
  DeliveryView,
  deliveryView,
  WebhookDeletedView,
  WebhookView,
  WebhookWithSecretView,
  webhookView,
  webhookWithSecretView,
} from './webhooks.views.ts';

const ChangedTypes = listOf(EventTypeName, {
  min: 1,
  max: 100,
  unique: true,
  description: 'Only events of these types; null: all of them.',
});

const TypeList = listOf(EventTypeName, {
  min: 1,
  max: 100,
  unique: true,
  description: 'Only events of these types; left out: all of them.',
});

/** No pattern says which hosts are valid, so an address that no program could call is refused by itself. */
const ReceiverUrl: Value<WebhookUrl> = defineValue<WebhookUrl>({
  name: WebhookUrl.name,
  description: WebhookUrl.description,
  schema: WebhookUrl.schema,
  check: (input) =>
    WebhookUrl.problem(input) ?? (URL.canParse(String(input)) ? undefined : 'must have a valid host and port'),
});

class WebhooksQuery {
  @Is(optional(RoomId)) room_id?: RoomId;
  @Is(optional(PageNumber)) page?: PageNumber;
  @Is(optional(PerPage)) per_page?: PerPage;
  @Is(optional(Cursor)) cursor?: string;
}

class CreateWebhookBody {
  @Is(optional(RoomId)) room_id?: RoomId;
  @Is(ReceiverUrl) url!: WebhookUrl;
  @Is(optional(TypeList)) types?: readonly EventType[];
}

class EditWebhookBody {
  @Is(optional(ReceiverUrl)) url?: WebhookUrl;
  @Is(optional(nullable(ChangedTypes))) types?: readonly EventType[] | null;
}

class DeliverBody {
  @Is(optional(EventId)) event_id?: EventId;
}

/** Refusals of the row that applies when a room is named. */
const ofRoom = ['ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE'] as const;

export const webhookRoutes = [
  route({
    operationId: 'listWebhooks',
    method: 'get',
    path: '/webhooks',
    access: 'signed-in',
    action: 'webhook.list',
    summary: 'List the webhooks of the organisation, or those of a room',
    description: 'With `room_id` those of a room, for its owners.',
    query: WebhooksQuery,
    answer: pageOf(WebhookView),
    status: [200],
    errors: ofRoom,
    handle: async (app, ctx, { query }) =>
      listed(webhookView, await app.webhooks.list(ctx, { roomId: query.room_id, ...pageRequest(query) })),
  }),
  route({
    operationId: 'createWebhook',
    method: 'post',
    path: '/webhooks',
    access: 'signed-in',
    action: 'webhook.manage',
    summary: 'Make a webhook',
    description:
      'Its receiver gets every event from now on that its maker may see, one after the other in the order of the log, as `{type, timestamp, data}`, signed as in Standard Webhooks. An answer from 200 to 299 is a receipt; everything else is tried again for five days. With `room_id` only the events of a room, for its owners: five in a room, and twenty of one person.',
    body: CreateWebhookBody,
    answer: one(WebhookWithSecretView),
    status: [201],
    errors: [...ofRoom, 'LIMIT_REACHED'],
    handle: async (app, ctx, { body: { url, types, room_id: roomId } }) =>
      created(webhookWithSecretView(await app.webhooks.create(ctx, { url, types, roomId }))),
  }),
  route({
    operationId: 'editWebhook',
    method: 'patch',
    path: '/webhooks/:id',
    access: 'signed-in',
    action: 'webhook.see',
    locate: { kind: 'webhook', param: 'id' },
    summary: 'Change address or types of a webhook',
    description:
      'From the next event on. The position in the log and the secret stay. With another address it has the rights of the caller.',
    params: { id: WebhookId },
    body: EditWebhookBody,
    answer: one(WebhookView),
    status: [200],
    errors: ['WEBHOOK_NOT_FOUND', 'LIMIT_REACHED'],
    handle: async (app, ctx, { params, body }) =>
      ok(webhookView(await app.webhooks.edit(ctx, { webhookId: params.id, url: body.url, types: body.types }))),
  }),
  route({
    operationId: 'deleteWebhook',
    method: 'delete',
    path: '/webhooks/:id',
    access: 'signed-in',
    action: 'webhook.see',
    locate: { kind: 'webhook', param: 'id' },
    summary: 'Delete a webhook',
    params: { id: WebhookId },
    answer: one(WebhookDeletedView),
    status: [200],
    errors: ['WEBHOOK_NOT_FOUND'],
    handle: async (app, ctx, { params }) => {
      await app.webhooks.delete(ctx, { webhookId: params.id });
      return ok({ id: params.id, deleted: true });
    },
  }),
  route({
    operationId: 'rotateWebhookSecret',
    method: 'post',
    path: '/webhooks/:id/rotate-secret',
    access: 'signed-in',
    action: 'webhook.see',
    locate: { kind: 'webhook', param: 'id' },
    summary: 'Give a webhook another secret',
    description: 'For a day messages have two signatures, one by each secret.',
    params: { id: WebhookId },
    answer: one(WebhookWithSecretView),
    status: [200],
    errors: ['WEBHOOK_NOT_FOUND'],
    handle: async (app, ctx, { params }) =>
      ok(webhookWithSecretView(await app.webhooks.rotateSecret(ctx, { webhookId: params.id }))),
  }),
  route({
    operationId: 'enableWebhook',
    method: 'post',
    path: '/webhooks/:id/enable',
    access: 'signed-in',
    action: 'webhook.see',
    locate: { kind: 'webhook', param: 'id' },
    summary: 'Enable a webhook that was disabled',
    description: 'It goes on where it stopped, with the rights of the caller.',
    params: { id: WebhookId },
    answer: one(WebhookView),
    status: [200],
    errors: ['WEBHOOK_NOT_FOUND', 'LIMIT_REACHED'],
    handle: async (app, ctx, { params }) => ok(webhookView(await app.webhooks.enable(ctx, { webhookId: params.id }))),
  }),
  route({
    operationId: 'listDeliveries',
    method: 'get',
    path: '/webhooks/:id/deliveries',
    access: 'signed-in',
    action: 'webhook.see',
    locate: { kind: 'webhook', param: 'id' },
    summary: 'List the last deliveries to a webhook, the latest first',
    description: 'The last twenty, with their outcome; without those of events that the caller does not see.',
    params: { id: WebhookId },
    query: PageQuery,
    answer: pageOf(DeliveryView),
    status: [200],
    errors: ['WEBHOOK_NOT_FOUND'],
    handle: async (app, ctx, { params, query }) =>
      listed(deliveryView, await app.webhooks.deliveries(ctx, { webhookId: params.id, ...pageRequest(query) })),
  }),
  route({
    operationId: 'deliverToWebhook',
    method: 'post',
    path: '/webhooks/:id/deliveries',
    access: 'signed-in',
    action: 'webhook.see',
    locate: { kind: 'webhook', param: 'id' },
    summary: 'Send an event to a webhook again, or a test',
    description: 'Sent once, beside the order of events. Without `event_id` a message of the type `webhook.test`.',
    params: { id: WebhookId },
    body: DeliverBody,
    answer: one(DeliveryView),
    status: [200],
    errors: ['WEBHOOK_NOT_FOUND', 'EVENT_NOT_FOUND'],
    handle: async (app, ctx, { params, body }) =>
      ok(deliveryView(await app.webhooks.deliver(ctx, { webhookId: params.id, eventId: body.event_id }))),
  }),
];
