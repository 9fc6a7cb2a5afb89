import { NewsLevel, nullable, optional, RoomId, TimeZone } from '@strongroom/domain';
import { ok } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { one } from '../describe/shape.ts';
import {
  NotificationsView,
  notificationsView,
  RoomNotificationsView,
  roomNotificationsView,
} from './notifications.views.ts';
import { route } from './route.ts';

const inRoom = { id: RoomId };

class EditNotificationsBody {
  @Is(optional(nullable(NewsLevel))) level?: NewsLevel | null;
  @Is(optional(TimeZone)) time_zone?: TimeZone;
}

const Chosen = nullable(NewsLevel);
/** The only field of its body, which needs an example. */
const LevelOfRoom: typeof Chosen = { ...Chosen, schema: { ...Chosen.schema, examples: ['weekly'] } };

class EditRoomNotificationsBody {
  @Is(LevelOfRoom) level!: NewsLevel | null;
}

export const notificationRoutes = [
  route({
    operationId: 'getNotifications',
    method: 'get',
    path: '/me/notifications',
    access: 'signed-in',
    action: 'me.see',
    summary: 'Get the mails with news that you get',
    answer: one(NotificationsView),
    status: [200],
    handle: async (app, ctx) => ok(notificationsView(await app.notifications.get(ctx))),
  }),
  route({
    operationId: 'editNotifications',
    method: 'patch',
    path: '/me/notifications',
    access: 'signed-in',
    action: 'notifications.edit',
    summary: 'Choose the mails with news that you get',
    description:
      'News of your rooms come in one mail: some minutes after the first (`at_once`), in the morning (`daily`), on Monday morning (`weekly`), or not at all (`none`). `null` takes the choice of the operator.',
    body: EditNotificationsBody,
    answer: one(NotificationsView),
    status: [200],
    handle: async (app, ctx, { body }) =>
      ok(notificationsView(await app.notifications.edit(ctx, { level: body.level, timeZone: body.time_zone }))),
  }),
  route({
    operationId: 'getRoomNotifications',
    method: 'get',
    path: '/rooms/:id/notifications',
    access: 'signed-in',
    action: 'room.get',
    summary: 'Get the mails with news of a room that you get',
    params: inRoom,
    answer: one(RoomNotificationsView),
    status: [200],
    handle: async (app, ctx, { params }) =>
      ok(roomNotificationsView(await app.notifications.getOfRoom(ctx, { roomId: params.id }))),
  }),
  route({
    operationId: 'editRoomNotifications',
    method: 'patch',
    path: '/rooms/:id/notifications',
    access: 'signed-in',
    action: 'room.notifications.edit',
    summary: 'Choose the mails with news of a room that you get',
    description: '`null` takes the choice of `PATCH /me/notifications`.',
    params: inRoom,
    body: EditRoomNotificationsBody,
    answer: one(RoomNotificationsView),
    status: [200],
    handle: async (app, ctx, { params, body }) =>
      ok(roomNotificationsView(await app.notifications.editOfRoom(ctx, { roomId: params.id, level: body.level }))),
  }),
];
