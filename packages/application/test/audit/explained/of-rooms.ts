import { anEmail } from '../../world/mothers.ts';
import type { Person } from '../../world/person.ts';
import {
  collectAsks,
  common,
  folderOf,
  HOOK,
  id,
  inRoom,
  isThere,
  PAGE,
  REQUEST,
  self,
  shown,
  type Trial,
  type Trials,
  UPLOAD,
} from './ask.ts';
import type { Setting } from './setting.ts';

export const OF_ROOMS = {
  'access.room.explain': {
    room: (at, by, about) => collectAsks(self(at, by, about, 'room.get')),
    member: ({ world: { app } }, by, { roomId, memberId }) =>
      collectAsks(async () =>
        app.audit.explain(await by.enter(), { userId: id(memberId), roomId, action: 'room.get' }),
      ),
  },
  'audit.room.read': ({ world: { app } }, by, about) =>
    collectAsks(() => by.ask(app.audit.list, { ...inRoom(about), page: PAGE })),
  'audit.room.see': ({ world: { app } }, by, about) =>
    isThere('ROOM_NOT_FOUND', () => by.ask(app.audit.list, { ...inRoom(about), page: PAGE })),
  'bin.empty': ({ world: { app } }, by, about) => collectAsks(() => by.ask(app.bin.empty, inRoom(about))),
  'bin.list': ({ world: { app } }, by, about) => collectAsks(() => by.ask(app.bin.list, inRoom(about))),
  'bin.see_all': async (at, by, about) => {
    if (about.roomId !== at.room.id) return undefined;
    const found = await shown(by.ask(at.world.app.bin.list, { ...inRoom(about), ...PAGE } as never));
    return found?.items.some(({ file }) => file.deletedBy !== by.id) ?? false;
  },
  'file.confirm_many': ({ world: { app } }, by, { roomId }) =>
    collectAsks(async () => app.mayAny.inRoom(await by.enter(), 'file.confirm_many', id(roomId) as never)),
  'file.delete_many': ({ world: { app } }, by, { roomId }) =>
    collectAsks(async () => app.mayAny.inRoom(await by.enter(), 'file.delete_many', id(roomId) as never)),
  'file.list': ({ world: { app } }, by, about) => collectAsks(() => by.ask(app.files.list, inRoom(about))),
  'file.upload': {
    room: ({ world: { app } }, by, about) =>
      collectAsks(() => by.ask(app.files.requestUpload, { ...inRoom(about), ...UPLOAD })),
    folder: (at, by, about) => {
      const { roomId, path } = folderOf(at, about);
      return collectAsks(() => by.ask(at.world.app.files.requestUpload, { roomId, ...UPLOAD, folder: path }));
    },
  },
  'group.create': ({ world: { app } }, by, about) =>
    collectAsks(() => by.ask(app.groups.create, { ...inRoom(about), name: 'New', description: '' })),
  'group.delete': ofGroup((at, by, place) => by.ask(at.world.app.groups.delete, place)),
  'group.edit': ofGroup((at, by, place) => by.ask(at.world.app.groups.edit, { ...place, name: 'Other' })),
  'group.members.add': ofGroup((at, by, place) =>
    by.ask(at.world.app.groups.addMember, { ...place, userId: at.people.viewer.id }),
  ),
  'group.members.remove': ofGroup((at, by, place) =>
    by.ask(at.world.app.groups.removeMember, { ...place, userId: at.people['viewer in A'].id }),
  ),
  'group.list': ({ world: { app } }, by, about) => collectAsks(() => by.ask(app.groups.list, inRoom(about))),
  'group.see_all': async (at, by, about) => {
    if (about.roomId !== at.room.id) return undefined;
    return (await shown(by.ask(at.world.app.groups.list, inRoom(about))))?.items.length === 2;
  },
  'inbox.list': ({ world: { app } }, by, about) => collectAsks(() => by.ask(app.inbox.list, inRoom(about))),
  'package.create': (at, by, about) => {
    const file = at.files.find(({ roomId, status }) => roomId === about.roomId && status === 'available');
    const contents = { items: [{ fileId: id(file?.id) }] };
    const input = { ...inRoom(about), contents, expiresIn: 3600, maxDownloads: null };
    return file === undefined
      ? Promise.resolve(undefined)
      : collectAsks(() => by.ask(at.world.app.shares.createPackage, input));
  },
  'room.archive': ({ world: { app } }, by, about) => collectAsks(() => by.ask(app.rooms.archive, inRoom(about))),
  'room.delete': ({ world: { app } }, by, about) => collectAsks(() => by.ask(app.rooms.delete, inRoom(about))),
  'room.edit': ({ world: { app } }, by, about) =>
    collectAsks(() => by.ask(app.rooms.edit, { ...inRoom(about), name: 'Other' })),
  'room.export': ({ world: { app } }, by, about) =>
    collectAsks(() => by.ask(app.rooms.recordExport, { ...inRoom(about), files: 1 })),
  'room.favourite': ({ world: { app } }, by, about) =>
    collectAsks(() => by.ask(app.rooms.chooseFavourite, { ...inRoom(about), favourite: true })),
  'room.note_visit': ({ world: { app } }, by, about) =>
    collectAsks(() => by.ask(app.rooms.noteVisit, { ...inRoom(about), files: 1 })),
  'room.get': ({ world: { app } }, by, about) => collectAsks(() => by.ask(app.rooms.get, inRoom(about))),
  'room.invite': ({ world: { app } }, by, about) =>
    collectAsks(() => by.ask(app.rooms.invite, { ...inRoom(about), email: anEmail(), role: 'viewer' })),
  'room.members.list': ({ world: { app } }, by, about) =>
    collectAsks(() => by.ask(app.rooms.listMembers, inRoom(about))),
  'room.members.see_all': async ({ world: { app }, people }, by, about) => {
    const found = await shown(by.ask(app.rooms.listMembers, { ...inRoom(about), ...PAGE } as never));
    const others = [people['room owner'].id, by.id];
    return found?.items.some(({ membership }) => !others.includes(membership.userId)) ?? false;
  },
  'room.members.see_ended': async ({ world: { app } }, by, about) => {
    const found = await shown(by.ask(app.rooms.listMembers, { ...inRoom(about), ...PAGE } as never));
    return found?.items.some(({ hasEnded }) => hasEnded) ?? false;
  },
  'room.notifications.edit': ({ world: { app } }, by, about) =>
    collectAsks(() => by.ask(app.notifications.editOfRoom, { ...inRoom(about), level: 'none' } as never)),
  'room.renumber': ({ world: { app } }, by, about) => collectAsks(() => by.ask(app.rooms.renumber, inRoom(about))),
  'room.see': ({ world: { app } }, by, about) => isThere('ROOM_NOT_FOUND', () => by.ask(app.rooms.get, inRoom(about))),
  'room.sight': (at, by, about) =>
    about.roomId === at.room.id
      ? collectAsks(() => by.ask(at.world.app.rooms.previewSight, { ...common(at, about), groups: [] }))
      : Promise.resolve(undefined),
  'room.shares.list': ({ world: { app } }, by, about) =>
    collectAsks(() => by.ask(app.shares.listOfRoom, inRoom(about))),
  'room.unarchive': ({ world: { app } }, by, about) => collectAsks(() => by.ask(app.rooms.unarchive, inRoom(about))),
  'upload_request.create': {
    room: ({ world: { app } }, by, about) =>
      collectAsks(() => by.ask(app.uploadRequests.create, { ...inRoom(about), ...REQUEST })),
    folder: (at, by, about) => {
      const { roomId, folderId } = folderOf(at, about);
      return collectAsks(() => by.ask(at.world.app.uploadRequests.create, { roomId, folderId, ...REQUEST }));
    },
  },
  'upload_request.list': ({ world: { app } }, by, about) =>
    collectAsks(() => by.ask(app.uploadRequests.list, inRoom(about))),
  'webhook.room.list': ({ world: { app } }, by, about) => collectAsks(() => by.ask(app.webhooks.list, inRoom(about))),
  'webhook.room.manage': ({ world: { app } }, by, about) =>
    collectAsks(() => by.ask(app.webhooks.create, { ...inRoom(about), ...HOOK })),
} as const satisfies Partial<Trials>;

function ofGroup(
  ask: (at: Setting, by: Person, place: { roomId: string; groupId: string }) => Promise<unknown>,
): Trial {
  return (at, by, about) => {
    const [first] = at.groups;
    if (about.roomId !== at.room.id || first === undefined) return Promise.resolve(undefined);
    return collectAsks(() => ask(at, by, { roomId: at.room.id, groupId: first }));
  };
}
