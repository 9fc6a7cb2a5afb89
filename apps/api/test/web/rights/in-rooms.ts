import type { Reply } from '../../support/caller.ts';
import type { Person } from '../../support/people-in-memory.ts';
import { type AnyPage, type Dialog, dialogOf, NO_DIALOG, type Offered, offersOf } from './offers.ts';
import { done, letIn, type Others, type RoomSetting } from './people.ts';

/** The parts of a room that a person reads, and the dialogs about a file: who can open it, and its label. */
export type ReadRoom = Readonly<{
  files: Offered;
  members: Offered;
  groups: Offered;
  links: Offered;
  inbox: Offered;
  settings: Offered;
  who: Dialog;
  edit: Dialog;
}>;

const ofLinks = ({ menus }: Offered, item: string): boolean =>
  Object.entries(menus).some(([menu, items]) => menu.startsWith('Actions for the link to') && items.includes(item));

const NOTHING: Offered = { links: [], buttons: [], menus: {} };
const PARTS = { members: 'Members', groups: 'Groups', links: 'Links', inbox: 'Inbox', settings: 'Settings' } as const;

/** Whether a part is among the links; the inbox has the number of its waiting files in its name once they are counted. */
const hasPart = ({ links }: Offered, name: string): boolean =>
  links.some((link) => link.replace(/ ?\d+ ?\d* waiting files?$/, '') === name);

/** Reads the parts of a room that the page offers. */
export async function readRoom(page: AnyPage, room: string): Promise<ReadRoom> {
  const files = await offersOf(page, `/rooms/${room}`);
  const menu = 'Actions for a.txt';
  const dialog = async (item: string): Promise<Dialog> =>
    files.menus[menu]?.includes(item) ? dialogOf(page, menu, item) : NO_DIALOG;
  const [who, edit] = [await dialog('Who can open it?'), await dialog('Label')];
  const part = async (of: keyof typeof PARTS): Promise<Offered> =>
    hasPart(files, PARTS[of]) ? offersOf(page, `/rooms/${room}/${of}`) : NOTHING;
  const [members, groups, links] = [await part('members'), await part('groups'), await part('links')];
  const [inbox, settings] = [await part('inbox'), await part('settings')];
  return { files, members, groups, links, inbox, settings, who, edit };
}

export const [MATE, HELPER, SELF] = ['Mate Example', 'Helper Example', 'Self Example'];

export type Asked = Readonly<{ person: Person; others: Others; at: RoomSetting }>;

/** Something that the pages of a room can offer, and the request that does it, with what puts the room back. */
export type Deed = Readonly<{
  name: string;
  isOffered: (read: ReadRoom) => boolean;
  attempt: (asked: Asked) => Promise<Pick<Reply, 'status'>>;
  undo?: (asked: Asked) => Promise<unknown>;
}>;

export const tab =
  (name: string) =>
  ({ files }: ReadRoom): boolean =>
    hasPart(files, name);
const ofFile =
  (item: string) =>
  ({ files }: ReadRoom): boolean =>
    files.menus['Actions for a.txt']?.includes(item) ?? false;
export const hasButton =
  (part: keyof typeof PARTS, name: string) =>
  (read: ReadRoom): boolean =>
    read[part].buttons.includes(name);
const ofMember =
  (name: string, item: string) =>
  ({ members }: ReadRoom): boolean =>
    members.menus[`Actions for ${name}`]?.includes(item) ?? false;

/** The service takes it once more, and nothing changes. */
const IS_SO_ALREADY = Promise.resolve({ status: 409 });

const announced = { name: 'b.txt', size: 5, content_type: 'text/plain' };

/** In this order: a later one may end what an earlier one needs. */
export const IN_ROOMS: readonly Deed[] = [
  {
    name: 'Files',
    isOffered: tab('Files'),
    attempt: ({ person, at }) => person.session.get(`/rooms/${at.room}/files`),
  },
  {
    name: 'Members',
    isOffered: tab('Members'),
    attempt: ({ person, at }) => person.session.get(`/rooms/${at.room}/members`),
  },
  {
    name: 'Links',
    isOffered: tab('Links'),
    attempt: ({ person, at }) => person.session.get(`/rooms/${at.room}/shares`),
  },
  {
    name: 'Activity',
    isOffered: tab('Activity'),
    attempt: ({ person, at }) => person.session.get(`/audit-events?room_id=${at.room}`),
  },
  {
    name: 'Settings',
    isOffered: tab('Settings'),
    attempt: ({ person, at }) => person.session.get(`/rooms/${at.room}`),
  },
  {
    name: 'Add files',
    isOffered: ({ files }) => files.buttons.includes('Add files'),
    attempt: ({ person, at }) => person.session.post(`/rooms/${at.room}/files/upload-url`, announced),
  },
  {
    name: 'File: Download',
    isOffered: ofFile('Download'),
    attempt: ({ person, at }) => person.session.get(`/files/${at.file}/download-url`),
  },
  {
    name: 'File: Activity',
    isOffered: ofFile('Activity'),
    attempt: async ({ person, at }) => {
      const seen = await person.session.get(`/files/${at.file}`);
      return seen.status < 300 ? person.session.get(`/audit-events?room_id=${at.room}`) : seen;
    },
  },
  {
    name: 'File: Why?',
    isOffered: ({ who }) => who.names.includes(`Why? ${MATE}`),
    attempt: async ({ person, others, at }) => {
      const seen = await person.session.get(`/files/${at.file}`);
      if (seen.status >= 300) return seen;
      const about = { user_id: others.mate.id, action: 'file.download', file_id: at.file };
      return person.session.post('/access/explain', about);
    },
  },
  {
    name: 'File: Make a link',
    isOffered: ofFile('Make a link'),
    attempt: ({ person, at }) => person.session.post(`/files/${at.file}/share`, { expires_in: 3600 }),
  },
  {
    name: 'File: Rename',
    isOffered: ofFile('Rename'),
    attempt: ({ person, at }) => person.session.patch(`/files/${at.file}`, { name: 'a.txt' }),
  },
  {
    name: 'File: Label',
    isOffered: ofFile('Label'),
    attempt: ({ person, at }) => person.session.patch(`/files/${at.file}`, { folder: 'Moved' }),
  },
  {
    name: 'File: Move',
    isOffered: ofFile('Move'),
    attempt: ({ person, at }) => person.session.patch(`/files/${at.file}`, { folder: 'Moved' }),
  },
  {
    name: 'File: Lower the label',
    isOffered: ({ edit }) => edit.choices.Label?.includes('C1 public') ?? false,
    attempt: ({ person, at }) => person.session.patch(`/files/${at.file}`, { classification: 'C1' }),
  },
  {
    name: 'Member: What can they do?',
    isOffered: ofMember(MATE, 'What can they do?'),
    attempt: ({ person, others, at }) =>
      person.session.post('/access/explain', { user_id: others.mate.id, action: 'room.see', room_id: at.room }),
  },
  {
    name: 'Member: View the room as they see it',
    isOffered: ofMember(MATE, 'View the room as they see it'),
    attempt: ({ person, others, at }) => person.session.get(`/rooms/${at.room}/files?as_member=${others.mate.id}`),
  },
  {
    name: 'Self: What can they do?',
    isOffered: ofMember(SELF, 'What can I do?'),
    attempt: async ({ person, at }) => {
      const members = await person.session.get(`/rooms/${at.room}/members`);
      const isListed = members.body?.data?.some((one: { user_id: string }) => one.user_id === person.id) === true;
      if (!isListed) return { ...members, status: 404 };
      return person.session.post('/access/explain', { user_id: person.id, action: 'room.see', room_id: at.room });
    },
  },
  {
    name: 'Add people',
    isOffered: hasButton('members', 'Add people'),
    attempt: ({ person, at }) =>
      person.session.post(`/rooms/${at.room}/invitations`, { email: `${at.room}@example.org`, role: 'viewer' }),
  },
  {
    name: 'Member: Make owner',
    isOffered: ofMember(MATE, 'Make owner'),
    attempt: ({ person, others, at }) =>
      person.session.post(`/rooms/${at.room}/members`, { user_id: others.mate.id, role: 'owner' }),
    undo: ({ others, at }) => letIn(others, at.room, others.mate, 'viewer'),
  },
  {
    name: 'Member: Make contributor',
    isOffered: ofMember(MATE, 'Make contributor'),
    attempt: ({ person, others, at }) =>
      person.session.post(`/rooms/${at.room}/members`, { user_id: others.mate.id, role: 'contributor' }),
  },
  {
    name: 'Member: Make viewer',
    isOffered: ofMember(HELPER, 'Make viewer'),
    attempt: ({ person, others, at }) =>
      person.session.post(`/rooms/${at.room}/members`, { user_id: others.helper.id, role: 'viewer' }),
  },
  {
    name: 'Member: End of membership',
    isOffered: ofMember(MATE, 'End of membership'),
    attempt: ({ person, others, at }) => {
      const ending = { user_id: others.mate.id, role: 'viewer', expires_at: '2099-01-01T00:00:00Z' };
      return person.session.post(`/rooms/${at.room}/members`, ending);
    },
  },
  {
    name: 'Member: Remove',
    isOffered: ofMember(MATE, 'Remove'),
    attempt: ({ person, others, at }) => person.session.delete(`/rooms/${at.room}/members/${others.mate.id}`),
  },
  {
    name: 'Link: Change',
    isOffered: ({ links }) => ofLinks(links, 'Change'),
    attempt: async ({ person, at }) => {
      const listed = await person.session.get(`/rooms/${at.room}/shares`);
      return listed.status < 300 ? person.session.patch(`/shares/${at.link}`, { name: 'Offer' }) : listed;
    },
  },
  {
    name: 'Link: Revoke',
    isOffered: ({ links }) => ofLinks(links, 'Revoke'),
    attempt: async ({ person, at }) => {
      // A link is revoked from the list of its room.
      const listed = await person.session.get(`/rooms/${at.room}/shares`);
      return listed.status < 300 ? person.session.delete(`/shares/${at.link}`) : listed;
    },
  },
  {
    name: 'File: Delete',
    isOffered: ofFile('Delete'),
    attempt: ({ person, at }) => person.session.delete(`/files/${at.file}`),
  },
  {
    name: 'Change the name',
    isOffered: hasButton('settings', 'Save'),
    attempt: ({ person, at }) => person.session.patch(`/rooms/${at.room}`, { name: 'Another name' }),
  },
  {
    name: 'Self: Leave the room',
    isOffered: ofMember(SELF, 'Leave the room'),
    attempt: ({ person, at }) => person.session.delete(`/rooms/${at.room}/members/${person.id}`),
    undo: async ({ person, others, at }) => {
      const { seller } = others;
      if (at.isArchived) await done(seller.caller.post(`/rooms/${at.room}/unarchive`));
      await letIn(others, at.room, person, at.role);
      if (at.isArchived) await done(seller.caller.post(`/rooms/${at.room}/archive`));
    },
  },
  {
    name: 'Archive',
    isOffered: hasButton('settings', 'Archive the room'),
    attempt: ({ person, at }) => (at.isArchived ? IS_SO_ALREADY : person.session.post(`/rooms/${at.room}/archive`)),
    undo: ({ others, at }) => done(others.seller.caller.post(`/rooms/${at.room}/unarchive`)),
  },
  {
    name: 'Bring back',
    isOffered: hasButton('settings', 'Bring the room back'),
    attempt: ({ person, at }) => (at.isArchived ? person.session.post(`/rooms/${at.room}/unarchive`) : IS_SO_ALREADY),
  },
  {
    name: 'Destroy',
    isOffered: hasButton('settings', 'Destroy the room'),
    attempt: ({ person, at }) => person.session.delete(`/rooms/${at.room}`),
  },
];
