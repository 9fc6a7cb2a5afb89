import { type Deed, hasButton, type ReadRoom, tab } from './in-rooms.ts';
import { GROUP, RECEIVER } from './people.ts';

const inMenu =
  (part: 'groups' | 'inbox' | 'settings', of: string, item: string) =>
  (read: ReadRoom): boolean =>
    read[part].menus[`Actions for ${of}`]?.includes(item) ?? false;

const asking = { expires_in: 3600 };

const GROUPS: readonly Deed[] = [
  {
    name: 'Groups',
    isOffered: tab('Groups'),
    attempt: ({ person, at }) => person.session.get(`/rooms/${at.room}/files?as_group=${at.group}`),
  },
  {
    name: 'Groups: Make one',
    isOffered: hasButton('groups', 'New group'),
    attempt: ({ person, at }) => person.session.post(`/rooms/${at.room}/groups`, { name: 'Another' }),
  },
  {
    name: 'Group: View the room as it',
    isOffered: inMenu('groups', GROUP, 'View the room as this group'),
    attempt: ({ person, at }) => person.session.get(`/rooms/${at.room}/files?as_group=${at.group}`),
  },
  {
    name: 'Group: Members',
    isOffered: inMenu('groups', GROUP, 'Members'),
    attempt: ({ person, others, at }) =>
      person.session.delete(`/rooms/${at.room}/groups/${at.group}/members/${others.mate.id}`),
  },
  {
    name: 'Group: Rename',
    isOffered: inMenu('groups', GROUP, 'Rename, describe'),
    attempt: ({ person, at }) => person.session.patch(`/rooms/${at.room}/groups/${at.group}`, { name: 'Bidder' }),
  },
  {
    name: 'Group: Delete',
    isOffered: inMenu('groups', GROUP, 'Delete'),
    attempt: ({ person, at }) => person.session.delete(`/rooms/${at.room}/groups/${at.group}`),
  },
];

const INBOX: readonly Deed[] = [
  {
    name: 'Inbox',
    isOffered: tab('Inbox'),
    // Every member lists it; the page offers it to those who find something there, or can ask for files.
    attempt: async ({ person, at }) => {
      const listed = await person.session.get(`/rooms/${at.room}/inbox`);
      const isThere = listed.body?.data?.some(({ id }: { id: string }) => id === at.item) === true;
      return isThere ? listed : person.session.post(`/rooms/${at.room}/upload-requests`, asking);
    },
  },
  {
    name: 'Inbox: Ask for files',
    isOffered: hasButton('inbox', 'Ask for files'),
    attempt: ({ person, at }) => person.session.post(`/rooms/${at.room}/upload-requests`, asking),
  },
  {
    name: 'Inbox: Open',
    isOffered: inMenu('inbox', 'sent.txt', 'Open'),
    attempt: ({ person, at }) => person.session.get(`/rooms/${at.room}/inbox/${at.item}/download-url`),
  },
  {
    name: 'Inbox: Refuse',
    isOffered: inMenu('inbox', 'sent.txt', 'Refuse'),
    attempt: ({ person, at }) => person.session.post(`/rooms/${at.room}/inbox/${at.item}/refuse`, {}),
  },
];

const WEBHOOKS: readonly Deed[] = [
  {
    name: 'Webhooks: Make one',
    isOffered: hasButton('settings', 'New webhook'),
    attempt: ({ person, at }) =>
      person.session.post('/webhooks', { url: 'https://another.example.com/x', room_id: at.room }),
  },
  {
    name: 'Webhook: Deliveries',
    isOffered: inMenu('settings', RECEIVER, 'Last deliveries'),
    attempt: ({ person, at }) => person.session.get(`/webhooks/${at.webhook}/deliveries`),
  },
  {
    name: 'Webhook: Change',
    isOffered: inMenu('settings', RECEIVER, 'Change address or events'),
    attempt: ({ person, at }) => person.session.patch(`/webhooks/${at.webhook}`, { types: ['room.deleted'] }),
  },
  {
    name: 'Webhook: Delete',
    isOffered: inMenu('settings', RECEIVER, 'Delete'),
    attempt: ({ person, at }) => person.session.delete(`/webhooks/${at.webhook}`),
  },
];

/** In this order: a later one may end what an earlier one needs. */
export const IN_PARTS_OF_ROOMS: readonly Deed[] = [...GROUPS, ...INBOX, ...WEBHOOKS];
