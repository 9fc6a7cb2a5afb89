import { type AbilitySubject, DomainError, type ErrorCode, type ExplainableAction, POLICIES } from '@strongroom/domain';
import type { AccessQuestion } from '../../../src/steps/explain/question.ts';
import { anEmail, ivOf, PASSWORD } from '../../world/mothers.ts';
import type { Person } from '../../world/person.ts';
import { Reached, type Setting } from './setting.ts';

export type About = Omit<AccessQuestion, 'userId' | 'action'>;
type Ask = () => Promise<unknown>;
/** Requests of an operation of which one is allowed if any is, or the answer itself; undefined where this caller cannot try it. */
type Trial = (at: Setting, by: Person, about: About) => readonly Ask[] | Promise<boolean | undefined>;
type Trials = Readonly<Record<ExplainableAction, Trial | Readonly<Partial<Record<AbilitySubject, Trial>>>>>;

/** The codes with which the policy refuses. */
const REFUSALS: ReadonlySet<string> = new Set(
  Object.values(POLICIES).flatMap(({ requires, grantedBy, hides }) => [
    ...(hides === undefined ? [] : [hides]),
    ...[...requires, ...grantedBy].map(({ refusal }) => refusal),
  ]),
);
const MALFORMED: ReadonlySet<string> = new Set(['VALIDATION_ERROR', 'INVALID_CURSOR', 'RATE_LIMIT_EXCEEDED']);

/** The code of the refusal by the policy; undefined for a request that it allowed. */
export async function refusalOf(ask: Ask): Promise<ErrorCode | undefined> {
  try {
    await ask();
    return undefined;
  } catch (error) {
    if (error instanceof Reached) return undefined;
    if (!(error instanceof DomainError) || MALFORMED.has(error.code)) throw error;
    return REFUSALS.has(error.code) ? error.code : undefined;
  }
}

/** Whether an operation is answered otherwise than as if the thing were absent. */
const isThere = async (hidden: ErrorCode, ask: Ask): Promise<boolean> => (await refusalOf(ask)) !== hidden;

/** What a list or an answer shows; undefined where it is refused. */
const shown = <T>(ask: Promise<T>): Promise<T | undefined> =>
  ask.catch((error: unknown) => {
    if (error instanceof DomainError && REFUSALS.has(error.code)) return undefined;
    throw error;
  });

const id = (text: string | undefined): string => text ?? '';
const self =
  ({ world: { app } }: Setting, by: Person, about: About, action: ExplainableAction): Ask =>
  async () =>
    app.audit.explain(await by.enter(), { userId: by.id, action, ...about });

const inRoom = ({ roomId }: About) => ({ roomId: id(roomId) });
const asked = (...requests: readonly Ask[]): readonly Ask[] => requests;
const PAGE = { perPage: 100 } as const;
const JKT = 'A'.repeat(43);
const UPLOAD = { name: 'x.pdf', size: 4, contentType: 'application/pdf', classification: 'C1' } as const;
const REQUEST = { expiresIn: 3600, maxFiles: 1, maxBytes: 10 } as const;
const HOOK = { url: 'https://hooks.example/y' } as const;

const roomOf = ({ files }: Setting, { fileId }: About): string => id(files.find((file) => file.id === fileId)?.roomId);
const placeOf = (at: Setting, { fileId }: About) => ({ roomId: roomOf(at, { fileId }), fileId: id(fileId) });
const folderOf = ({ room, folders }: Setting, { folderId }: About) => ({
  roomId: room.id,
  folderId: id(folderId),
  path: id(folders.find((one) => one.folderId === folderId)?.path),
});
/** A folder that everyone who sees the room sees. */
const common = ({ folders }: Setting, { roomId }: About) => ({
  roomId: id(roomId),
  folderId: id(folders[0]?.folderId),
});
const ownRoom = ({ own }: Setting, by: Person) => own.get(by.id);

const me = {
  'access.explain': {
    me: (at, by) => asked(self(at, by, {}, 'me.see')),
    user: ({ world: { app } }, by, { targetUserId }) =>
      asked(async () => app.audit.explain(await by.enter(), { userId: id(targetUserId), action: 'me.see' })),
  },
  'audit.read': ({ world: { app } }, by) => asked(() => by.ask(app.audit.list, { page: PAGE })),
  'audit.see_details': async ({ world: { app }, room }, by) => {
    const found = (await shown(by.ask(app.audit.list, { roomId: room.id, page: PAGE })))?.items;
    return found?.every((event) => !('hidesDetails' in event));
  },
  'classification.list': ({ world: { app } }, by) => asked(() => by.ask(app.classifications.list, {})),
  'device_login.answer': ({ world: { app }, userCode }, by) =>
    asked(() => by.ask(app.deviceLogins.allow, { typed: userCode } as never)),
  'directory.see': ({ world: { app } }, by) =>
    asked(async () => app.directory.users(await by.enter(), { offset: 0, limit: 1 })),
  'file.download_many': ({ world: { app } }, by) => asked(async () => app.mayAny.download(await by.enter())),
  'identity.link': ({ world: { app } }, by) => asked(() => by.ask(app.users.mayLinkIdentity)),
  'identity.unlink': ({ world: { app } }, by) => asked(() => by.ask(app.users.unlinkIdentity)),
  'key_person.link': async () => undefined,
  'me.see': ({ world: { app } }, by) => asked(() => by.ask(app.users.me)),
  'notifications.edit': ({ world: { app } }, by) =>
    asked(() => by.ask(app.notifications.edit, { level: 'none' } as never)),
  'org_unit.list': ({ world: { app } }, by) => asked(() => by.ask(app.orgUnits.list, {})),
  'org_unit.list_all': async ({ world: { app }, units }, by) => {
    const { items } = await by.ask(app.orgUnits.list, PAGE as never);
    return items.some(({ unit }) => unit.id === units[1]?.id);
  },
  'password.set': ({ world: { app } }, by) =>
    asked(() => by.ask(app.users.setPassword, { current: PASSWORD, next: `${PASSWORD} again` })),
  'receipt.list': ({ world: { app } }, by) => asked(() => by.ask(app.receipts.list, {})),
  'receipt.list_all': async ({ world: { app }, people }, by) =>
    by.id === people['room owner'].id ? undefined : (await by.ask(app.receipts.list, {})).items.length > 0,
  'room.create': ({ world: { app } }, by) =>
    asked(() => by.ask(app.rooms.create, { name: 'New', classification: 'C1' } as never)),
  'room.list': ({ world: { app } }, by) => asked(() => by.ask(app.rooms.list, {})),
  'room.oversee': ({ world: { app } }, by) => asked(() => by.ask(app.rooms.listOverseen, {})),
  'second_factor.change': ({ world: { app } }, by) => asked(() => by.ask(app.secondFactor.makeRecoveryCodes)),
  'second_factor.prove': ({ world: { app } }, by) => asked(() => by.ask(app.secondFactor.begin)),
  'second_factor.see': ({ world: { app } }, by) => asked(() => by.ask(app.secondFactor.get)),
  'session.end': ({ world: { app } }, by) => asked(() => by.ask(app.sessions.end)),
  'session.end_own': ({ world: { app } }, by) => asked(() => by.ask(app.sessions.endOthers)),
  'session.list': ({ world: { app } }, by) => asked(() => by.ask(app.sessions.list, {})),
  'token.create': ({ world: { app } }, by) => asked(() => by.ask(app.tokens.create, { name: 'new' } as never)),
  'token.list': ({ world: { app } }, by) => asked(() => by.ask(app.tokens.list, {})),
  'user.invite': ({ world: { app } }, by) =>
    asked(() => by.ask(app.users.invite, { email: anEmail(), role: 'member' })),
  'user.list': ({ world: { app } }, by) => asked(() => by.ask(app.users.list, {})),
  'user.list_all': async ({ world: { app }, people }, by) =>
    (await by.ask(app.users.list, PAGE as never)).items.some(({ user }) => user.id === people.stranger.id) ||
    by.id === people.stranger.id,
  'webhook.list': ({ world: { app } }, by) => asked(() => by.ask(app.webhooks.list, {})),
  'webhook.manage': ({ world: { app } }, by) => asked(() => by.ask(app.webhooks.create, HOOK)),
  'webhook.see': ({ world: { app }, webhook }, by) =>
    asked(() => by.ask(app.webhooks.rotateSecret, { webhookId: webhook.id })),
} as const satisfies Partial<Trials>;

const room = {
  'access.room.explain': {
    room: (at, by, about) => asked(self(at, by, about, 'room.get')),
    member: ({ world: { app } }, by, { roomId, memberId }) =>
      asked(async () => app.audit.explain(await by.enter(), { userId: id(memberId), roomId, action: 'room.get' })),
  },
  'audit.room.read': ({ world: { app } }, by, about) =>
    asked(() => by.ask(app.audit.list, { ...inRoom(about), page: PAGE })),
  'audit.room.see': ({ world: { app } }, by, about) =>
    isThere('ROOM_NOT_FOUND', () => by.ask(app.audit.list, { ...inRoom(about), page: PAGE })),
  'bin.empty': ({ world: { app } }, by, about) => asked(() => by.ask(app.bin.empty, inRoom(about))),
  'bin.list': ({ world: { app } }, by, about) => asked(() => by.ask(app.bin.list, inRoom(about))),
  'bin.see_all': async (at, by, about) => {
    if (about.roomId !== at.room.id) return undefined;
    const found = await shown(by.ask(at.world.app.bin.list, { ...inRoom(about), ...PAGE } as never));
    return found !== undefined && found.items.some(({ file }) => file.deletedBy !== by.id);
  },
  'file.confirm_many': ({ world: { app } }, by, { roomId }) =>
    asked(async () => app.mayAny.inRoom(await by.enter(), 'file.confirm_many', id(roomId) as never)),
  'file.delete_many': ({ world: { app } }, by, { roomId }) =>
    asked(async () => app.mayAny.inRoom(await by.enter(), 'file.delete_many', id(roomId) as never)),
  'file.list': ({ world: { app } }, by, about) => asked(() => by.ask(app.files.list, inRoom(about))),
  'file.upload': {
    room: ({ world: { app } }, by, about) =>
      asked(() => by.ask(app.files.requestUpload, { ...inRoom(about), ...UPLOAD })),
    folder: (at, by, about) => {
      const { roomId, path } = folderOf(at, about);
      return asked(() => by.ask(at.world.app.files.requestUpload, { roomId, ...UPLOAD, folder: path }));
    },
  },
  'group.create': ({ world: { app } }, by, about) =>
    asked(() => by.ask(app.groups.create, { ...inRoom(about), name: 'New', description: '' })),
  'group.delete': ofGroup((at, by, place) => by.ask(at.world.app.groups.delete, place)),
  'group.edit': ofGroup((at, by, place) => by.ask(at.world.app.groups.edit, { ...place, name: 'Other' })),
  'group.members.add': ofGroup((at, by, place) =>
    by.ask(at.world.app.groups.addMember, { ...place, userId: at.people.viewer.id }),
  ),
  'group.members.remove': ofGroup((at, by, place) =>
    by.ask(at.world.app.groups.removeMember, { ...place, userId: at.people['viewer in A'].id }),
  ),
  'group.list': ({ world: { app } }, by, about) => asked(() => by.ask(app.groups.list, inRoom(about))),
  'group.see_all': async (at, by, about) => {
    if (about.roomId !== at.room.id) return undefined;
    return (await shown(by.ask(at.world.app.groups.list, inRoom(about))))?.items.length === 2;
  },
  'inbox.list': ({ world: { app } }, by, about) => asked(() => by.ask(app.inbox.list, inRoom(about))),
  'package.create': (at, by, about) => {
    const file = at.files.find(({ roomId, status }) => roomId === about.roomId && status === 'available');
    const contents = { items: [{ fileId: id(file?.id) }] };
    const input = { ...inRoom(about), contents, expiresIn: 3600, maxDownloads: null };
    return file === undefined
      ? Promise.resolve(undefined)
      : asked(() => by.ask(at.world.app.shares.createPackage, input));
  },
  'room.archive': ({ world: { app } }, by, about) => asked(() => by.ask(app.rooms.archive, inRoom(about))),
  'room.delete': ({ world: { app } }, by, about) => asked(() => by.ask(app.rooms.delete, inRoom(about))),
  'room.edit': ({ world: { app } }, by, about) =>
    asked(() => by.ask(app.rooms.edit, { ...inRoom(about), name: 'Other' })),
  'room.export': ({ world: { app } }, by, about) =>
    asked(() => by.ask(app.rooms.recordExport, { ...inRoom(about), files: 1 })),
  'room.get': ({ world: { app } }, by, about) => asked(() => by.ask(app.rooms.get, inRoom(about))),
  'room.invite': ({ world: { app } }, by, about) =>
    asked(() => by.ask(app.rooms.invite, { ...inRoom(about), email: anEmail(), role: 'viewer' })),
  'room.members.list': ({ world: { app } }, by, about) => asked(() => by.ask(app.rooms.listMembers, inRoom(about))),
  'room.members.see_all': async ({ world: { app }, people }, by, about) => {
    const found = await shown(by.ask(app.rooms.listMembers, { ...inRoom(about), ...PAGE } as never));
    const others = [people['room owner'].id, by.id];
    return found !== undefined && found.items.some(({ membership }) => !others.includes(membership.userId));
  },
  'room.members.see_ended': async ({ world: { app } }, by, about) => {
    const found = await shown(by.ask(app.rooms.listMembers, { ...inRoom(about), ...PAGE } as never));
    return found !== undefined && found.items.some(({ hasEnded }) => hasEnded);
  },
  'room.notifications.edit': ({ world: { app } }, by, about) =>
    asked(() => by.ask(app.notifications.editOfRoom, { ...inRoom(about), level: 'none' } as never)),
  'room.see': ({ world: { app } }, by, about) => isThere('ROOM_NOT_FOUND', () => by.ask(app.rooms.get, inRoom(about))),
  'room.shares.list': ({ world: { app } }, by, about) => asked(() => by.ask(app.shares.listOfRoom, inRoom(about))),
  'room.unarchive': ({ world: { app } }, by, about) => asked(() => by.ask(app.rooms.unarchive, inRoom(about))),
  'upload_request.create': {
    room: ({ world: { app } }, by, about) =>
      asked(() => by.ask(app.uploadRequests.create, { ...inRoom(about), ...REQUEST })),
    folder: (at, by, about) => {
      const { roomId, folderId } = folderOf(at, about);
      return asked(() => by.ask(at.world.app.uploadRequests.create, { roomId, folderId, ...REQUEST }));
    },
  },
  'upload_request.list': ({ world: { app } }, by, about) => asked(() => by.ask(app.uploadRequests.list, inRoom(about))),
  'webhook.room.list': ({ world: { app } }, by, about) => asked(() => by.ask(app.webhooks.list, inRoom(about))),
  'webhook.room.manage': ({ world: { app } }, by, about) =>
    asked(() => by.ask(app.webhooks.create, { ...inRoom(about), ...HOOK })),
} as const satisfies Partial<Trials>;

function ofGroup(
  ask: (at: Setting, by: Person, place: { roomId: string; groupId: string }) => Promise<unknown>,
): Trial {
  return (at, by, about) => {
    const [first] = at.groups;
    if (about.roomId !== at.room.id || first === undefined) return Promise.resolve(undefined);
    return asked(() => ask(at, by, { roomId: at.room.id, groupId: first }));
  };
}

const file = {
  'access.file.explain': (at, by, about) => asked(self(at, by, about, 'file.get')),
  'access.file.see': (at, by, about) => isThere('FILE_NOT_FOUND', self(at, by, about, 'file.get')),
  'bin.destroy': (at, by, about) => asked(() => by.ask(at.world.app.bin.destroy, placeOf(at, about))),
  'bin.see': (at, by, about) =>
    isThere('FILE_NOT_FOUND', () => by.ask(at.world.app.bin.destroy, placeOf(at, about))).then(async (isSeen) =>
      (await refusalOf(() => by.ask(at.world.app.bin.destroy, placeOf(at, about)))) === 'ROOM_NOT_FOUND'
        ? false
        : isSeen,
    ),
  // A confirmed file takes the values of its confirmation again.
  'file.confirm': (at, by, about) =>
    asked(
      ...(['A', 'B'] as const).map((letter) => () => {
        const values = { iv: `${letter}${'A'.repeat(15)}`, tag: `${letter}${'A'.repeat(21)}==` };
        return by.ask(at.world.app.files.confirmUpload, { ...placeOf(at, about), ...values });
      }),
    ),
  'file.delete': ({ world: { app } }, by, { fileId }) => asked(() => by.ask(app.files.delete, { fileId: id(fileId) })),
  'file.download': ({ world: { app } }, by, { fileId }) =>
    asked(() => by.ask(app.files.getDownload, { fileId: id(fileId) })),
  'file.edit': ({ world: { app } }, by, { fileId }) =>
    asked(() => by.ask(app.files.edit, { fileId: id(fileId), name: 'other.pdf' })),
  'file.get': ({ world: { app } }, by, { fileId }) => asked(() => by.ask(app.files.get, { fileId: id(fileId) })),
  'file.key_grant': ({ world: { app } }, by, { fileId }) =>
    asked(() => by.ask(app.files.grantKey, { fileId: id(fileId), client: JKT, op: 'open' })),
  'file.key_renew': ({ world: { app } }, by, { fileId }) =>
    asked(() => by.ask(app.files.grantKey, { fileId: id(fileId), client: JKT, op: 'seal' })),
  'file.replace': (at, by, about) =>
    asked(() =>
      by.ask(at.world.app.files.requestUpload, {
        roomId: roomOf(at, about),
        replaces: id(about.fileId),
        size: 4,
        contentType: 'application/pdf',
      }),
    ),
  'file.restore': ({ world: { app } }, by, { fileId }) => asked(() => by.ask(app.bin.restore, { fileId: id(fileId) })),
  'file.see': ({ world: { app } }, by, { fileId }) =>
    isThere('FILE_NOT_FOUND', () => by.ask(app.files.get, { fileId: id(fileId) })),
  'file.upload_parts': ({ world: { app } }, by, { fileId }) =>
    asked(() => by.ask(app.files.uploadParts, { fileId: id(fileId), iv: ivOf(1) })),
  'share.create': ({ world: { app } }, by, { fileId }) =>
    asked(() => by.ask(app.shares.create, { fileId: id(fileId), expiresIn: 3600, maxDownloads: null })),
  'share.list': ({ world: { app } }, by, { fileId }) => asked(() => by.ask(app.shares.list, { fileId: id(fileId) })),
  'version.delete': ofVersion((at, by, place) => by.ask(at.world.app.versions.delete, place)),
  'version.restore': ofVersion((at, by, place) => by.ask(at.world.app.versions.restore, place)),
  'version.download': ofVersion((at, by, { fileId, number }) =>
    by.ask(at.world.app.files.getDownload, { fileId, version: number }),
  ),
  'version.list': ({ world: { app } }, by, { fileId }) =>
    asked(() => by.ask(app.versions.list, { fileId: id(fileId) })),
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
  return (at, by, { fileId }) => asked(...[1, 2].map((number) => () => ask(at, by, { fileId: id(fileId), number })));
}

/** About one folder, or about one that everyone who sees the room sees. */
function ofFolder(ask: (at: Setting, by: Person, place: ReturnType<typeof folderOf>) => Promise<unknown>): Trial {
  return (at, by, about) => {
    if (about.folderId !== undefined) return asked(() => ask(at, by, folderOf(at, about)));
    if (about.roomId !== at.room.id) return Promise.resolve(undefined);
    return asked(() => ask(at, by, folderOf(at, common(at, about))));
  };
}

const folder = {
  'access.folder.explain': (at, by, about) => asked(self(at, by, about, 'folder.get')),
  'access.folder.see': (at, by, about) => isThere('FOLDER_NOT_FOUND', self(at, by, about, 'folder.get')),
  'folder.access': ofFolder((at, by, { path: _, ...place }) =>
    by.ask(at.world.app.folders.restrict, { ...place, groups: [] }),
  ),
  'folder.create': {
    room: ({ world: { app } }, by, about) =>
      asked(() => by.ask(app.folders.create, { ...inRoom(about), path: 'Another' })),
    folder: ofFolder((at, by, { roomId, path }) =>
      by.ask(at.world.app.folders.create, { roomId, path: `${path}/Another` }),
    ),
  },
  'folder.delete': ofFolder((at, by, { path: _, ...place }) => by.ask(at.world.app.folders.delete, place)),
  'folder.edit': ofFolder((at, by, { path, ...place }) =>
    by.ask(at.world.app.folders.edit, { ...place, path: `${path} renamed` }),
  ),
  'folder.get': ofFolder((at, by, { path: _, ...place }) => by.ask(at.world.app.folders.get, place)),
  'folder.make_closed': ({ world: { app } }, by, about) =>
    asked(() => by.ask(app.folders.create, { ...inRoom(about), path: 'Closed', access: [] })),
  'folder.see': (at, by, about) => {
    const { path: _, ...place } = folderOf(at, about);
    return asked(() => by.ask(at.world.app.folders.get, place));
  },
  'folder.structure': ofFolder((at, by, { path: _, ...place }) =>
    by.ask(at.world.app.folders.edit, { ...place, structure: 'owners' }),
  ),
} as const satisfies Partial<Trials>;

const share = {
  'access.share.explain': (at, by, about) => asked(self(at, by, about, 'share.see')),
  'access.share.see': (at, by, about) => isThere('SHARE_NOT_FOUND', self(at, by, about, 'share.see')),
  'share.edit': ({ world: { app } }, by, { shareId }) =>
    asked(() => by.ask(app.shares.edit, { shareId: id(shareId), change: { maxDownloads: 5 } } as never)),
  'share.find': ({ world: { app } }, by, { shareId }) =>
    isThere('SHARE_NOT_FOUND', () =>
      by.ask(app.shares.edit, { shareId: id(shareId), change: { maxDownloads: 5 } } as never),
    ),
  'share.revoke': ({ world: { app } }, by, { shareId }) =>
    asked(() => by.ask(app.shares.revoke, { shareId: id(shareId) })),
  'share.see': ({ world: { app } }, by, { shareId }) => asked(() => by.ask(app.shares.get, { shareId: id(shareId) })),
} as const satisfies Partial<Trials>;

const listedMember = async ({ world: { app } }: Setting, by: Person, { roomId, memberId }: About) =>
  (await shown(by.ask(app.rooms.listMembers, { roomId: id(roomId), ...PAGE } as never)))?.items.find(
    ({ membership }) => membership.userId === memberId,
  );

const member = {
  'room.members.add': {
    room: ({ world: { app }, people }, by, about) =>
      asked(
        () => by.ask(app.rooms.addMember, { ...inRoom(about), userId: people.stranger.id, role: 'viewer' }),
        () => by.ask(app.rooms.addMember, { ...inRoom(about), userId: by.id, role: 'owner' }),
      ),
    member: ({ world: { app } }, by, { roomId, memberId }) =>
      asked(() => by.ask(app.rooms.addMember, { roomId: id(roomId), userId: id(memberId), role: 'viewer' })),
  },
  'room.members.remove': {
    room: ({ world: { app }, people }, by, about) =>
      asked(
        () => by.ask(app.rooms.removeMember, { ...inRoom(about), userId: people.viewer.id }),
        () => by.ask(app.rooms.removeMember, { ...inRoom(about), userId: by.id }),
      ),
    member: ({ world: { app } }, by, { roomId, memberId }) =>
      asked(() => by.ask(app.rooms.removeMember, { roomId: id(roomId), userId: id(memberId) })),
  },
  'room.members.name': async (at, by, about) => (await listedMember(at, by, about)) !== undefined,
  'room.members.see_details': async (at, by, about) => (await listedMember(at, by, about))?.shows.details,
  'room.members.see_end': async (at, by, about) => (await listedMember(at, by, about))?.shows.end,
} as const satisfies Partial<Trials>;

const emailOf = ({ people, deactivated, invited }: Setting, userId: string | undefined): string =>
  id([...Object.values(people), deactivated, invited].find((one) => one.id === userId)?.email);

const user = {
  'directory.edit_user': ({ world: { app } }, by, { targetUserId }) =>
    asked(async () => app.directory.editUser(await by.enter(), { userId: targetUserId, externalId: 'x' } as never)),
  'session.end_of_user': ofUser((at, by, userId) => by.ask(at.world.app.sessions.endAllOf, { userId })),
  'session.oversee': ofUser((at, by, userId) => by.ask(at.world.app.sessions.listOf, { userId } as never)),
  'token.oversee': ofUser((at, by, userId) => by.ask(at.world.app.tokens.listOf, { userId } as never)),
  'token.revoke': ({ world: { app }, tokens }, by, { targetUserId }) => {
    const tokenId = tokens.get(id(targetUserId));
    return tokenId === undefined ? Promise.resolve(undefined) : asked(() => by.ask(app.tokens.revoke, { tokenId }));
  },
  'user.activation_link': ofUser((at, by, userId) => by.ask(at.world.app.users.sendActivationLink, { userId })),
  'user.add': (at, by, { targetUserId }) => {
    const roomId = ownRoom(at, by);
    if (roomId === undefined) return Promise.resolve(undefined);
    const input = { roomId, userId: id(targetUserId), role: 'viewer' } as const;
    return isThere('USER_NOT_FOUND', () => by.ask(at.world.app.rooms.addMember, input));
  },
  'user.invite_to_room': (at, by, { targetUserId }) => {
    const roomId = ownRoom(at, by);
    const input = { roomId: id(roomId), email: emailOf(at, targetUserId), role: 'viewer' } as const;
    return roomId === undefined ? Promise.resolve(undefined) : asked(() => by.ask(at.world.app.rooms.invite, input));
  },
  'user.clearance': ({ world: { app } }, by, { targetUserId }) =>
    asked(
      ...(['C1', ''] as const).map(
        (clearance) => () => by.ask(app.users.setClearance, { userId: id(targetUserId), clearance }),
      ),
    ),
  'user.deactivate': ofUser((at, by, userId) => by.ask(at.world.app.users.deactivate, { userId })),
  'user.edit': ({ world: { app } }, by, { targetUserId }) =>
    asked(
      () => by.ask(app.users.edit, { userId: id(targetUserId), name: 'Another name' }),
      () => by.ask(app.users.edit, { userId: id(targetUserId), external: false }),
      () => by.ask(app.users.edit, { userId: id(targetUserId), external: true }),
    ),
  'user.erase': ofUser((at, by, userId) => by.ask(at.world.app.users.erase, { userId })),
  'user.get': ofUser((at, by, userId) => by.ask(at.world.app.users.get, { userId })),
  'user.identity.unlink': ofUser((at, by, userId) => by.ask(at.world.app.users.unlinkIdentityOfUser, { userId })),
  'user.key_person.unlink': ofUser((at, by, userId) => by.ask(at.world.app.users.unlinkKeyPerson, { userId })),
  'user.reactivate': ofUser((at, by, userId) => by.ask(at.world.app.users.reactivate, { userId })),
  'user.role': ({ world: { app } }, by, { targetUserId }) =>
    asked(
      ...(['member', 'auditor', 'department_admin', 'security_officer', 'domain_admin', 'owner'] as const).map(
        (role) => () => by.ask(app.users.changeRole, { userId: id(targetUserId), role }),
      ),
    ),
  'user.second_factor.reset': ofUser((at, by, userId) => by.ask(at.world.app.secondFactor.reset, { userId })),
  'user.see': ofUser((at, by, userId) => by.ask(at.world.app.users.get, { userId })),
  'user.see_details': async ({ world: { app } }, by, { targetUserId }) =>
    (await shown(by.ask(app.users.get, { userId: id(targetUserId) })))?.shows === 'everything',
  'user.uninvite': ofUser((at, by, userId) => by.ask(at.world.app.users.revokeInvitation, { userId })),
  'user.units': ofUser((at, by, userId) => by.ask(at.world.app.orgUnits.ofUser, { userId } as never)),
} as const satisfies Partial<Trials>;

function ofUser(ask: (at: Setting, by: Person, userId: string) => Promise<unknown>): Trial {
  return (at, by, { targetUserId }) => asked(() => ask(at, by, id(targetUserId)));
}

function ofUnit(ask: (at: Setting, by: Person, unitId: string) => Promise<unknown>): Trial {
  return (at, by, { orgUnitId }) => asked(() => ask(at, by, id(orgUnitId)));
}

const unit = {
  'org_unit.create': {
    me: ({ world: { app }, units }, by) =>
      asked(
        () => by.ask(app.orgUnits.create, { name: 'New' }),
        () => by.ask(app.orgUnits.create, { name: 'New', parentId: id(units[0]?.id) }),
      ),
    org_unit: ofUnit((at, by, parentId) => by.ask(at.world.app.orgUnits.create, { name: 'New', parentId })),
  },
  'org_unit.get': ofUnit((at, by, unitId) => by.ask(at.world.app.orgUnits.get, { unitId })),
  'org_unit.manage': ofUnit((at, by, unitId) => by.ask(at.world.app.orgUnits.edit, { unitId, name: 'Other' })),
  'org_unit.members': ofUnit((at, by, unitId) =>
    by.ask(at.world.app.orgUnits.addMember, { unitId, userId: by.id, role: 'member' }),
  ),
  'org_unit.members.remove': ofUnit((at, by, unitId) =>
    by.ask(at.world.app.orgUnits.removeMember, { unitId, userId: at.people['department admin'].id }),
  ),
  'org_unit.place_rooms': ofUnit((at, by, orgUnitId) =>
    by.ask(at.world.app.rooms.create, { name: 'New', classification: 'C1', orgUnitId } as never),
  ),
  'org_unit.see': ofUnit((at, by, unitId) => by.ask(at.world.app.orgUnits.get, { unitId })),
} as const satisfies Partial<Trials>;

/** The operation of every action that can be explained: one that is missing does not compile. */
const TRIALS: Trials = { ...me, ...room, ...file, ...folder, ...share, ...member, ...user, ...unit };

/** Whether the operation is allowed for some request; undefined where the caller cannot try it. */
export async function isAllowed(
  action: ExplainableAction,
  subject: AbilitySubject,
  ...[at, by, about]: Parameters<Trial>
): Promise<boolean | undefined> {
  const one = TRIALS[action];
  const trial = typeof one === 'function' ? one : one[subject];
  if (trial === undefined) throw new TypeError(`${action} has no operation about ${subject}`);
  const found = trial(at, by, about);
  if (found instanceof Promise) return found;
  for (const ask of found) if ((await refusalOf(ask)) === undefined) return true;
  return false;
}
