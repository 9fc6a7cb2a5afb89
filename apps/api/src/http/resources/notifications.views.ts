import type { OwnNotifications, RoomNotifications } from '@strongroom/application';
import { NEWS_LEVELS } from '@strongroom/domain';
import { type ViewOf, view } from '../describe/view.ts';
import { orNull, text, word } from './view-fields.ts';

const APPLIES = [...NEWS_LEVELS, 'off'] as const;

/** Mails with news that the caller gets. */
export const NotificationsView = view('Notifications', {
  level: orNull(word(NEWS_LEVELS, 'Your choice for rooms without one of their own; null without one.')),
  applies: word(APPLIES, 'The level that holds; `off` where the operator sends no such mails.'),
  time_zone: text('Your time zone, in which mails come in the morning.'),
});

/** Mails with news of a room that the caller gets. */
export const RoomNotificationsView = view('RoomNotifications', {
  level: orNull(word(NEWS_LEVELS, 'Your choice for this room; null without one.')),
  applies: word(APPLIES, 'The level that holds; `off` where the operator sends no such mails.'),
});

export const notificationsView = ({
  level,
  applies,
  timeZone,
}: OwnNotifications): ViewOf<typeof NotificationsView> => ({
  level,
  applies,
  time_zone: timeZone,
});

export const roomNotificationsView = ({ level, applies }: RoomNotifications): ViewOf<typeof RoomNotificationsView> => ({
  level,
  applies,
});
