import type { Person } from '../../world/person.ts';
import { type About, collectAsks, id, inRoom, PAGE, shown, type Trials } from './ask.ts';
import type { Setting } from './setting.ts';

const listedMember = async ({ world: { app } }: Setting, by: Person, { roomId, memberId }: About) =>
  (await shown(by.ask(app.rooms.listMembers, { roomId: id(roomId), ...PAGE } as never)))?.items.find(
    ({ membership }) => membership.userId === memberId,
  );

export const OF_MEMBERS = {
  'room.members.add': {
    room: ({ world: { app }, people }, by, about) =>
      collectAsks(
        () => by.ask(app.rooms.addMember, { ...inRoom(about), userId: people.stranger.id, role: 'viewer' }),
        () => by.ask(app.rooms.addMember, { ...inRoom(about), userId: by.id, role: 'owner' }),
      ),
    member: ({ world: { app } }, by, { roomId, memberId }) =>
      collectAsks(() => by.ask(app.rooms.addMember, { roomId: id(roomId), userId: id(memberId), role: 'viewer' })),
  },
  'room.members.remove': {
    room: ({ world: { app }, people }, by, about) =>
      collectAsks(
        () => by.ask(app.rooms.removeMember, { ...inRoom(about), userId: people.viewer.id }),
        () => by.ask(app.rooms.removeMember, { ...inRoom(about), userId: by.id }),
      ),
    member: ({ world: { app } }, by, { roomId, memberId }) =>
      collectAsks(() => by.ask(app.rooms.removeMember, { roomId: id(roomId), userId: id(memberId) })),
  },
  'room.members.name': async (at, by, about) => (await listedMember(at, by, about)) !== undefined,
  'room.members.see_details': async (at, by, about) => (await listedMember(at, by, about))?.shows.details,
  'room.members.see_end': async (at, by, about) => (await listedMember(at, by, about))?.shows.end,
} as const satisfies Partial<Trials>;
