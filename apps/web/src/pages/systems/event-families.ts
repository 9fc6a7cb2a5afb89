import type { Webhook } from '@strongroom/client';
import { EVENT_TYPES } from '../activity/event-words.ts';

type Type = NonNullable<Webhook['types']>[number];
export type EventFamily = Readonly<{ name: string; types: readonly Type[] }>;

const NAMES: Readonly<Record<string, string>> = {
  room: 'Rooms',
  member: 'Members',
  file: 'Files',
  folder: 'Folders',
  group: 'Groups',
  share: 'Links',
  upload_request: 'Upload requests',
  inbox: 'Inbox',
  invitation: 'Invitations',
  user: 'People',
  org_unit: 'Org units',
  session: 'Sessions',
  token: 'API tokens',
  webhook: 'Webhooks',
  access: 'Access',
  log: 'Log',
  audit: 'Erasure of the log',
};

/** Events of these families belong to no room. */
const BESIDE_ROOMS: ReadonlySet<string> = new Set(['user', 'org_unit', 'session', 'token', 'log', 'audit']);

/** The events that a webhook can be limited to, by what they are about. */
export const eventFamilies = (isOfRoom: boolean): readonly EventFamily[] =>
  Object.entries(NAMES)
    .filter(([family]) => !isOfRoom || !BESIDE_ROOMS.has(family))
    .map(([family, name]) => ({ name, types: EVENT_TYPES.filter((type) => type.startsWith(`${family}.`)) }));
