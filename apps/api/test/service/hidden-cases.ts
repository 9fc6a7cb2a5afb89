import type { Caller } from '../support/caller.ts';
import type { Hidden } from './hidden-things.ts';

export type HiddenCase = Readonly<{
  /** The reason for which the thing is hidden. */
  why: string;
  by: (hidden: Hidden) => Caller;
  /** Ids of existing things. */
  params?: (hidden: Hidden) => Readonly<Record<string, string>>;
  /** The parameter, or the place in body or query, that names the hidden thing. */
  hides: string;
  code: string;
}>;

export const bob = ({ bob: { caller } }: Hidden) => caller;
export const auditor = ({ auditor: { caller } }: Hidden) => caller;

export const hiddenRoom = (
  param: string,
  more: (hidden: Hidden, room: keyof Hidden['rooms']) => object = () => ({}),
) => {
  const room = (why: string, name: keyof Hidden['rooms'], by = bob): HiddenCase => ({
    why,
    by,
    params: (hidden) => ({ [param]: hidden.rooms[name], ...more(hidden, name) }),
    hides: param,
    code: 'ROOM_NOT_FOUND',
  });
  return [
    room('a room of others', 'foreign'),
    room('a room above the clearance of its member', 'high'),
    room('a room above the clearance of an overseer', 'top', auditor),
    room('a room that was deleted', 'deleted'),
  ];
};

export const hiddenFile = (more: (hidden: Hidden) => object = () => ({})) => {
  const file = (why: string, name: keyof Hidden['files'], by = bob): HiddenCase => ({
    why,
    by,
    params: (hidden) => ({ file_id: hidden.files[name], ...more(hidden) }),
    hides: 'file_id',
    code: 'FILE_NOT_FOUND',
  });
  return [
    file('a file of a room of others', 'foreign'),
    file('a file of a room above the clearance', 'high'),
    file('a file above the clearance in a room that is seen', 'above'),
    file('a pending upload of another user', 'pending'),
    file('a file that was deleted', 'deleted'),
    file('a file in the bin that another user deleted', 'binned'),
    file('a file of a deleted room', 'ofDeleted'),
    file('a file of a room that is only overseen', 'foreign', ({ owner }) => owner),
  ];
};

export const hiddenFolder: readonly HiddenCase[] = (
  [
    ['a folder of a room of others', 'foreign'],
    ['a folder of a room above the clearance', 'high'],
    ['a folder that holds only a file above the clearance', 'above'],
  ] as const
).map(([why, name]) => ({
  why,
  by: bob,
  params: ({ rooms, folders }) => ({ id: rooms.open, folder_id: folders[name] }),
  hides: 'folder_id',
  code: 'FOLDER_NOT_FOUND',
}));

/** A group that the caller is not in. */
export const hiddenGroup = (more: (hidden: Hidden) => object = () => ({})): readonly HiddenCase[] => [
  {
    why: 'a group of other members of a room',
    by: bob,
    params: (hidden) => ({ id: hidden.rooms.open, group_id: hidden.group, ...more(hidden) }),
    hides: 'group_id',
    code: 'GROUP_NOT_FOUND',
  },
];

export const hiddenLink: readonly HiddenCase[] = [
  ['a link of a room of others', 'foreign', bob],
  ['a link of a room above the clearance', 'high', bob],
  ['a link of a file above the clearance', 'above', bob],
  ['a link of a deleted file', 'deleted', bob],
  ['a link of a deleted room', 'ofDeleted', bob],
  ['a link that a viewer did not make', 'open', ({ vic }: Hidden) => vic.caller],
  ['a link that an auditor did not make', 'open', auditor],
].map(([why, name, by]) => ({
  why: why as string,
  by: by as typeof bob,
  params: ({ links }) => ({ id: links[name as keyof Hidden['links']].id }),
  hides: 'id',
  code: 'SHARE_NOT_FOUND',
}));

export const linkOfUnseenMember: HiddenCase = {
  why: 'a link of another member of a room whose members do not see each other',
  by: ({ guest }) => guest.caller,
  params: ({ linkOfVic }) => ({ id: linkOfVic }),
  hides: 'id',
  code: 'SHARE_NOT_FOUND',
};

export const deadSecret: readonly HiddenCase[] = (['deleted', 'ofDeleted'] as const).map((name) => ({
  why: `the secret of a link to something ${name}`,
  by: ({ bob: person }) => person.caller,
  params: ({ links }) => ({ token: links[name].token }),
  hides: 'token',
  code: 'SHARE_NOT_FOUND',
}));

export const receiptOfOthers: HiddenCase = {
  why: 'the receipt of others',
  by: bob,
  params: ({ receipt }) => ({ id: receipt }),
  hides: 'id',
  code: 'RECEIPT_NOT_FOUND',
};

export const SAME_TILES = 'every reader of the whole log sees every tile, whatever their clearance';
/** Users whom an external one meets in no room, or only in one where members do not see each other. */
export const hiddenUser: readonly HiddenCase[] = (['admin', 'vic', 'left'] as const).map((name) => ({
  why: `the ${name === 'vic' ? 'other member of a closed room' : 'user'} ${name}, for an external user`,
  by: ({ guest }) => guest.caller,
  params: (hidden) => ({ id: hidden[name].id }),
  hides: 'id',
  code: 'USER_NOT_FOUND',
}));

export const hiddenUnit = (more: (hidden: Hidden) => object = () => ({})): readonly HiddenCase[] => [
  {
    why: 'an org unit, for an external user',
    by: ({ guest }) => guest.caller,
    params: (hidden) => ({ id: hidden.unit, ...more(hidden) }),
    hides: 'id',
    code: 'ORG_UNIT_NOT_FOUND',
  },
];

/** A hidden id in a body or a query. */
export type HiddenId = Readonly<{
  why: string;
  by: HiddenCase['by'];
  code: string;
  /** The body, or the query with its "?". */
  hidden: (at: Hidden) => string;
}>;

const explained = (at: Hidden, subject: object) =>
  JSON.stringify({ user_id: at.bob.id, action: 'file.see', ...subject });

const HIDDEN_ROOMS = ['foreign', 'high', 'deleted'] as const;
const roomId = (room: (typeof HIDDEN_ROOMS)[number], hidden: HiddenId['hidden']): HiddenId => ({
  why: `room_id of the ${room} room`,
  by: bob,
  code: 'ROOM_NOT_FOUND',
  hidden,
});

/** Rooms in a query of the audit log. */
export const HIDDEN_ROOM_IDS = HIDDEN_ROOMS.map((room) => roomId(room, ({ rooms }) => `?room_id=${rooms[room]}`));

/** Rooms and files of which an explanation is asked. */
export const HIDDEN_EXPLANATIONS: readonly HiddenId[] = [
  ...HIDDEN_ROOMS.map((room) => roomId(room, (at) => explained(at, { action: 'room.see', room_id: at.rooms[room] }))),
  ...(['foreign', 'high', 'above', 'pending', 'deleted', 'ofDeleted'] as const).map((file) => ({
    why: `file_id of the ${file} file`,
    by: bob,
    code: 'FILE_NOT_FOUND',
    hidden: (at: Hidden) => explained(at, { file_id: at.files[file] }),
  })),
  {
    why: 'room_id of a room above the clearance of an auditor',
    by: auditor,
    code: 'ROOM_NOT_FOUND',
    hidden: (at) => explained(at, { action: 'room.see', room_id: at.rooms.top }),
  },
];
