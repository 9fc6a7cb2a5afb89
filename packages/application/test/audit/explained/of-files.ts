import { ivOf } from '../../world/mothers.ts';
import type { Person } from '../../world/person.ts';
import {
  collectAsks,
  id,
  isThere,
  JKT,
  placeOf,
  refusalOf,
  roomOf,
  self,
  shown,
  type Trial,
  type Trials,
} from './ask.ts';
import type { Setting } from './setting.ts';

export const OF_FILES = {
  'access.file.explain': (at, by, about) => collectAsks(self(at, by, about, 'file.get')),
  'access.file.see': (at, by, about) => isThere('FILE_NOT_FOUND', self(at, by, about, 'file.get')),
  'bin.destroy': (at, by, about) => collectAsks(() => by.ask(at.world.app.bin.destroy, placeOf(at, about))),
  'bin.see': (at, by, about) =>
    isThere('FILE_NOT_FOUND', () => by.ask(at.world.app.bin.destroy, placeOf(at, about))).then(async (isSeen) =>
      (await refusalOf(() => by.ask(at.world.app.bin.destroy, placeOf(at, about)))) === 'ROOM_NOT_FOUND'
        ? false
        : isSeen,
    ),
  // A confirmed file takes the values of its confirmation again.
  'file.confirm': (at, by, about) =>
    collectAsks(
      ...(['A', 'B'] as const).map((letter) => () => {
        const values = { iv: `${letter}${'A'.repeat(15)}`, tag: `${letter}${'A'.repeat(21)}==` };
        return by.ask(at.world.app.files.confirmUpload, { ...placeOf(at, about), ...values });
      }),
    ),
  'file.delete': ({ world: { app } }, by, { fileId }) =>
    collectAsks(() => by.ask(app.files.delete, { fileId: id(fileId) })),
  'file.download': ({ world: { app } }, by, { fileId }) =>
    collectAsks(() => by.ask(app.files.getDownload, { fileId: id(fileId) })),
  'file.edit': ({ world: { app } }, by, { fileId }) =>
    collectAsks(() => by.ask(app.files.edit, { fileId: id(fileId), name: 'other.pdf' })),
  'file.get': ({ world: { app } }, by, { fileId }) => collectAsks(() => by.ask(app.files.get, { fileId: id(fileId) })),
  'file.key_grant': ({ world: { app } }, by, { fileId }) =>
    collectAsks(() => by.ask(app.files.grantKey, { fileId: id(fileId), client: JKT, op: 'open' })),
  'file.key_renew': ({ world: { app } }, by, { fileId }) =>
    collectAsks(() => by.ask(app.files.grantKey, { fileId: id(fileId), client: JKT, op: 'seal' })),
  'file.replace': (at, by, about) =>
    collectAsks(() =>
      by.ask(at.world.app.files.requestUpload, {
        roomId: roomOf(at, about),
        replaces: id(about.fileId),
        size: 4,
        contentType: 'application/pdf',
      }),
    ),
  'file.restore': ({ world: { app } }, by, { fileId }) =>
    collectAsks(() => by.ask(app.bin.restore, { fileId: id(fileId) })),
  'file.see': ({ world: { app } }, by, { fileId }) =>
    isThere('FILE_NOT_FOUND', () => by.ask(app.files.get, { fileId: id(fileId) })),
  'file.upload_parts': ({ world: { app } }, by, { fileId }) =>
    collectAsks(() => by.ask(app.files.uploadParts, { fileId: id(fileId), iv: ivOf(1) })),
  'share.create': ({ world: { app } }, by, { fileId }) =>
    collectAsks(() => by.ask(app.shares.create, { fileId: id(fileId), expiresIn: 3600, maxDownloads: null })),
  'share.list': ({ world: { app } }, by, { fileId }) =>
    collectAsks(() => by.ask(app.shares.list, { fileId: id(fileId) })),
  'version.delete': ofVersion((at, by, place) => by.ask(at.world.app.versions.delete, place)),
  'version.restore': ofVersion((at, by, place) => by.ask(at.world.app.versions.restore, place)),
  'version.download': ofVersion((at, by, { fileId, number }) =>
    by.ask(at.world.app.files.getDownload, { fileId, version: number }),
  ),
  'version.list': ({ world: { app } }, by, { fileId }) =>
    collectAsks(() => by.ask(app.versions.list, { fileId: id(fileId) })),
  'version.see': async ({ world: { app } }, by, { fileId }) => {
    const found = await shown(by.ask(app.versions.list, { fileId: id(fileId) }));
    return found !== undefined && found.items.length > 0;
  },
  'version.see_all': async ({ world: { app } }, by, { fileId }) => {
    const found = await shown(by.ask(app.files.get, { fileId: id(fileId) }));
    return found?.status === 'pending' ? undefined : found?.versionCount !== undefined;
  },
} as const satisfies Partial<Trials>;

function ofVersion(
  ask: (at: Setting, by: Person, place: { fileId: string; number: number }) => Promise<unknown>,
): Trial {
  return (at, by, { fileId }) =>
    collectAsks(...[1, 2].map((number) => () => ask(at, by, { fileId: id(fileId), number })));
}
