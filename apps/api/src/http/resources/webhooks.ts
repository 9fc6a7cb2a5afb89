import { EventId, type EventType, listOf, nullable, optional, WebhookId, WebhookUrl } from '@strongroom/domain';
import { created, listed, ok } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { PageQuery, pageRequest } from '../describe/page.ts';
import { many, one } from '../describe/shape.ts';
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

class CreateWebhookBody {
  @Is(WebhookUrl) url!: WebhookUrl;
  @Is(optional(TypeList)) types?: readonly EventType[];
}

class EditWebhookBody {
  @Is(optional(WebhookUrl)) url?: WebhookUrl;
  @Is(optional(nullable(ChangedTypes))) types?: readonly EventType[] | null;
}

class DeliverBody {
  @Is(optional(EventId)) event_id?: EventId;
}

export const webhookRoutes = [
  route({
    operationId: 'listWebhooks',
    method: 'get',
    path: '/webhooks',
    access: 'signed-in',
    action: 'webhook.list',
    summary: 'List the webhooks of the organisation',
    query: PageQuery,
    answer: many(WebhookView),
    status: [200],
    handle: async (app, ctx, { query }) => {
      const { items, meta } = await app.webhooks.list(ctx, pageRequest(query));
      return listed(items.map(webhookView), meta);
    },
  }),
  route({
    operationId: 'createWebhook',
    method: 'post',
    path: '/webhooks',
    access: 'signed-in',
    action: 'webhook.manage',
    summary: 'Make a webhook',
    description:
      'Its receiver gets every event from now on that its maker may see, one after the other in the order of the log, as `{type, timestamp, data}`, signed as in Standard Webhooks. An answer from 200 to 299 is a receipt; everything else is tried again for five days.',
    body: CreateWebhookBody,
    answer: one(WebhookWithSecretView),
    status: [201],
    errors: ['LIMIT_REACHED'],
    handle: async (app, ctx, { body }) =>
      created(webhookWithSecretView(await app.webhooks.create(ctx, { url: body.url, types: body.types }))),
  }),
  route({
    operationId: 'editWebhook',
    method: 'patch',
    path: '/webhooks/:id',
    access: 'signed-in',
    action: 'webhook.manage',
    summary: 'Change address or types of a webhook',
    description: 'From the next event on. The position in the log and the secret stay.',
    params: { id: WebhookId },
    body: EditWebhookBody,
    answer: one(WebhookView),
    status: [200],
    errors: ['WEBHOOK_NOT_FOUND'],
    handle: async (app, ctx, { params, body }) =>
      ok(webhookView(await app.webhooks.edit(ctx, { webhookId: params.id, url: body.url, types: body.types }))),
  }),
  route({
    operationId: 'deleteWebhook',
    method: 'delete',
    path: '/webhooks/:id',
    access: 'signed-in',
    action: 'webhook.manage',
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
    action: 'webhook.manage',
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
    action: 'webhook.manage',
    summary: 'Enable a webhook that was disabled',
    description: 'It goes on where it stopped, with the rights of the caller.',
    params: { id: WebhookId },
    answer: one(WebhookView),
    status: [200],
    errors: ['WEBHOOK_NOT_FOUND'],
    handle: async (app, ctx, { params }) => ok(webhookView(await app.webhooks.enable(ctx, { webhookId: params.id }))),
  }),
  route({
    operationId: 'deliverToWebhook',
    method: 'post',
    path: '/webhooks/:id/deliveries',
    access: 'signed-in',
    action: 'webhook.manage',
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
