import type { Person } from '../../world/person.ts';
import { collectAsks, common, folderOf, id, inRoom, isThere, self, shown, type Trial, type Trials } from './ask.ts';
import type { Setting } from './setting.ts';

/** About one folder, or about one that everyone who sees the room sees. */
function ofFolder(
  ask: (at: Setting, by: Person, place: Omit<ReturnType<typeof folderOf>, 'path'>, path: string) => Promise<unknown>,
): Trial {
  return (at, by, about) => {
    if (about.folderId === undefined && about.roomId !== at.room.id) return Promise.resolve(undefined);
    const { path, ...place } = folderOf(at, about.folderId === undefined ? common(at, about) : about);
    return collectAsks(() => ask(at, by, place, path));
  };
}

export const OF_FOLDERS = {
  'access.folder.explain': (at, by, about) => collectAsks(self(at, by, about, 'folder.get')),
  'access.folder.see': (at, by, about) => isThere('FOLDER_NOT_FOUND', self(at, by, about, 'folder.get')),
  'folder.access': ofFolder((at, by, place) => by.ask(at.world.app.folders.restrict, { ...place, groups: [] })),
  'folder.create': {
    room: ({ world: { app } }, by, about) =>
      collectAsks(() => by.ask(app.folders.create, { ...inRoom(about), path: 'Another' })),
    folder: ofFolder((at, by, { roomId }, path) =>
      by.ask(at.world.app.folders.create, { roomId, path: `${path}/Another` }),
    ),
  },
  'folder.delete': ofFolder((at, by, place) => by.ask(at.world.app.folders.delete, place)),
  'folder.edit': ofFolder((at, by, place, path) =>
    by.ask(at.world.app.folders.edit, { ...place, path: `${path} renamed` }),
  ),
  'folder.get': ofFolder((at, by, place) => by.ask(at.world.app.folders.get, place)),
  'folder.make_closed': ({ world: { app } }, by, about) =>
    collectAsks(() => by.ask(app.folders.create, { ...inRoom(about), path: 'Closed', access: [] })),
  'folder.see': ofFolder((at, by, place) => by.ask(at.world.app.folders.get, place)),
  'folder.see_access': async (at, by, about) => {
    if (about.folderId === undefined && about.roomId !== at.room.id) return undefined;
    const { path: _, ...place } = folderOf(at, about.folderId === undefined ? common(at, about) : about);
    const found = await shown(by.ask(at.world.app.folders.get, place));
    return found === undefined ? undefined : found.access !== undefined;
  },
  'folder.structure': ofFolder((at, by, place) => by.ask(at.world.app.folders.edit, { ...place, structure: 'owners' })),
} as const satisfies Partial<Trials>;

export const OF_LINKS = {
  'access.share.explain': (at, by, about) => collectAsks(self(at, by, about, 'share.see')),
  'access.share.see': (at, by, about) => isThere('SHARE_NOT_FOUND', self(at, by, about, 'share.see')),
  'share.edit': ({ world: { app } }, by, { shareId }) =>
    collectAsks(() => by.ask(app.shares.edit, { shareId: id(shareId), change: { maxDownloads: 5 } } as never)),
  'share.find': ({ world: { app } }, by, { shareId }) =>
    isThere('SHARE_NOT_FOUND', () =>
      by.ask(app.shares.edit, { shareId: id(shareId), change: { maxDownloads: 5 } } as never),
    ),
  'share.revoke': ({ world: { app } }, by, { shareId }) =>
    collectAsks(() => by.ask(app.shares.revoke, { shareId: id(shareId) })),
  'share.see': ({ world: { app } }, by, { shareId }) =>
    collectAsks(() => by.ask(app.shares.get, { shareId: id(shareId) })),
} as const satisfies Partial<Trials>;
