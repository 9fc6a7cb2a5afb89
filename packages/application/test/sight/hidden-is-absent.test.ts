import { beforeAll, describe, expect, test } from '@jest/globals';
import type { AuditEvent, DomainError, RoomId } from '@strongroom/domain';
import type { SignedIn } from '../../src/kernel/context.ts';
import { aKey } from '../kernel/idempotency-key.ts';
import { intercepted, type PortCall } from '../world/intercepted.ts';
import { aFile, aLink, aMember, anUpload, aPerson, aRoom, ivOf, joins, tagOf } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { openWorld, type World } from '../world/world.ts';
import { shapeOf } from './shape.ts';

let calls: PortCall[] = [];
let world: World;
/** A member of the organisation who is in no room of the others. */
let stranger: Person;
/** A member of the room with too little clearance for what is hidden in it. */
let viewer: Person;
/** An overseer of rooms up to C2. */
let overseer: Person;
/** Reads the audit log up to C3. */
let auditor: Person;
let ids: Readonly<
  Record<
    | 'room'
    | 'secretRoom'
    | 'deletedRoom'
    | 'file'
    | 'secretFile'
    | 'pendingFile'
    | 'deletedFile'
    | 'fileOfDeletedRoom'
    | 'link'
    | 'secretLink'
    | 'linkOfDeletedRoom'
    | 'token'
    | 'receipt',
    string
  >
>;

beforeAll(async () => {
  world = await openWorld({
    around: (ports) =>
      intercepted(ports, (call, proceed) => {
        calls.push(call);
        return proceed();
      }),
  });
  const { app, owner } = world;
  [stranger, viewer] = [await aPerson(world), await aPerson(world)];
  overseer = await aPerson(world, 'security_officer', { clearance: 'C2' });
  auditor = await aPerson(world, 'auditor');
  const [room, secretRoom, deletedRoom] = [
    await aRoom(world, owner),
    await aRoom(world, owner, 'C4'),
    await aRoom(world, owner),
  ];
  for (const each of [room, secretRoom, deletedRoom]) await joins(world, viewer, each, 'viewer', owner);
  const file = await aFile(world, owner, room);
  const secretFile = await aFile(world, owner, room, { classification: 'C4' });
  const deletedFile = await aFile(world, owner, room);
  const fileOfDeletedRoom = await aFile(world, owner, deletedRoom);
  const contributor = await aMember(world, room, 'contributor', owner);
  const pendingFile = await anUpload(world, contributor, room);
  const [link, secretLink, linkOfDeletedRoom] = [
    await aLink(world, owner, file),
    await aLink(world, owner, secretFile),
    await aLink(world, owner, fileOfDeletedRoom),
  ];
  await owner.ask(app.files.delete, { fileId: deletedFile.id });
  const receipt = await owner.ask(app.rooms.delete, { roomId: deletedRoom.id });
  ids = {
    room: room.id,
    secretRoom: secretRoom.id,
    deletedRoom: deletedRoom.id,
    file: file.id,
    secretFile: secretFile.id,
    pendingFile: pendingFile.file.id,
    deletedFile: deletedFile.id,
    fileOfDeletedRoom: fileOfDeletedRoom.id,
    link: link.link.id,
    secretLink: secretLink.link.id,
    linkOfDeletedRoom: linkOfDeletedRoom.link.id,
    token: (await owner.ask(app.tokens.create, { name: 'token' })).token.id,
    receipt: receipt.id,
  };
});

/** The calls of a request to all ports, and its answer. */
async function traceOf(work: () => Promise<unknown>) {
  calls = [];
  const answer: unknown = await work().catch(({ code, message, details }: DomainError) => ({ code, message, details }));
  return { calls: calls.map(shapeOf), answer };
}

/** The audit log as one person reads it, about `by`. */
async function logOf(reader: Person, by: Person) {
  const ctx = await reader.enter();
  const filters = [{}, { actorId: by.id }, { outcome: 'denied' }, { actorId: by.id, type: 'access.denied' }] as const;
  return Promise.all(
    filters.map(async (filter) => {
      const lines: AuditEvent[] = [];
      for await (const line of await world.app.audit.export(ctx, filter)) lines.push(line);
      const { items, meta } = await world.app.audit.list(ctx, { ...filter, page: {} });
      return { lines, items, total: meta.total };
    }),
  );
}

type Log = Awaited<ReturnType<typeof logOf>>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** How each log grew, and by what: without the ids, numbers, times and rules, of which only the one that was asked for counts. */
const grownBy = (before: Log, after: Log, asked: string) =>
  after.map(({ lines, total }, index) => {
    const known = new Set(before[index]?.lines.map(({ id }) => id));
    const more = lines
      .filter(({ id }) => !known.has(id))
      .map((event) => ({ ...event, seq: 0, rule: '', occurredAt: 0 }));
    const bytes = JSON.stringify(more).replaceAll(asked, 'asked').replaceAll(UUID, 'id');
    return { total: total - (before[index]?.total ?? 0), bytes };
  });

type Ask = (by: Person, id: string) => Promise<unknown>;
type Things = Readonly<Record<string, readonly [() => Person, () => string]>>;

/** Expects the same answer for each operation on a hidden thing as for one that never existed. */
function looksAbsent(code: string, operations: Readonly<Record<string, Ask>>, things: Things): void {
  describe.each(Object.entries(things))('%s', (_, [who, id]) => {
    test.each(Object.entries(operations))('%s', async (__, ask) => {
      const absent = await traceOf(() => ask(who(), crypto.randomUUID()));
      expect(absent.answer).toMatchObject({ code });
      expect(absent.calls.length).toBeGreaterThan(1);
      expect(await traceOf(() => ask(who(), id()))).toEqual(absent);
    });

    test.each(Object.entries(operations))('%s, in the audit log', async (__, ask) => {
      const logs = () => Promise.all([auditor, world.owner].map((reader) => logOf(reader, who())));
      const grown = async (asked: string) => {
        const [low, full] = await logs();
        await ask(who(), asked).catch(() => undefined);
        const [lowAfter, fullAfter] = await logs();
        expect(lowAfter).toEqual(low);
        return full && fullAfter && grownBy(full, fullAfter, asked);
      };
      const absent = await grown(crypto.randomUUID());
      expect(absent?.map(({ total }) => total)).toEqual([1, 1, 1, 1]);
      expect(await grown(id())).toEqual(absent);
    });
  });
}

const nobody = crypto.randomUUID();
const upload = { name: 'file', size: 1, contentType: 'text/plain' };

describe('a room', () => {
  looksAbsent(
    'ROOM_NOT_FOUND',
    {
      get: (by, roomId) => by.ask(world.app.rooms.get, { roomId }),
      edit: (by, roomId) => by.ask(world.app.rooms.edit, { roomId, name: 'Other' }),
      archive: (by, roomId) => by.ask(world.app.rooms.archive, { roomId }),
      unarchive: (by, roomId) => by.ask(world.app.rooms.unarchive, { roomId }),
      delete: (by, roomId) => by.ask(world.app.rooms.delete, { roomId }),
      listMembers: (by, roomId) => by.ask(world.app.rooms.listMembers, { roomId }),
      addMember: (by, roomId) => by.ask(world.app.rooms.addMember, { roomId, userId: by.id, role: 'viewer' }),
      addNobody: (by, roomId) => by.ask(world.app.rooms.addMember, { roomId, userId: 'nobody', role: 'viewer' }),
      removeMember: (by, roomId) => by.ask(world.app.rooms.removeMember, { roomId, userId: by.id }),
      removeNobody: (by, roomId) => by.ask(world.app.rooms.removeMember, { roomId, userId: nobody }),
      listFiles: (by, roomId) => by.ask(world.app.files.list, { roomId }),
      requestUpload: (by, roomId) => by.ask(world.app.files.requestUpload, { roomId, ...upload }),
      requestUploadAboveClearance: (by, roomId) =>
        by.ask(world.app.files.requestUpload, { roomId, ...upload, classification: 'C4' }),
      confirmUpload: (by, roomId) =>
        by.ask(world.app.files.confirmUpload, { roomId, fileId: ids.file, iv: ivOf(1), tag: tagOf(1) }),
      confirmNothing: (by, roomId) =>
        by.ask(world.app.files.confirmUpload, { roomId, fileId: nobody, iv: ivOf(1), tag: tagOf(1) }),
    },
    {
      'of others': [() => stranger, () => ids.room],
      'above one’s clearance, as a member': [() => viewer, () => ids.secretRoom],
      'above one’s clearance, as an overseer': [() => overseer, () => ids.secretRoom],
      'that was deleted': [() => viewer, () => ids.deletedRoom],
    },
  );
});

const asked = async <T>(by: Person, ask: (ctx: SignedIn) => Promise<T>) => ask(await by.enter());

/** One item of a bulk request. */
async function downloadOfMany(ctx: SignedIn, id: string) {
  const located = await world.app.files.locate(ctx, id);
  return world.app.files.getDownload(located.ctx, { fileId: located.fileId });
}

describe('the room of a question', () => {
  looksAbsent(
    'ROOM_NOT_FOUND',
    {
      audit: (by, roomId) => asked(by, (ctx) => world.app.audit.list(ctx, { roomId: roomId as RoomId, page: {} })),
      export: (by, roomId) => asked(by, (ctx) => world.app.audit.export(ctx, { roomId: roomId as RoomId })),
      explain: (by, roomId) =>
        asked(by, (ctx) => world.app.audit.explain(ctx, { userId: by.id, action: 'room.see', roomId })),
      bulkAdd: (by, roomId) => asked(by, (ctx) => world.app.mayAny.inRoom(ctx, 'room.members.add', roomId as RoomId)),
      bulkDelete: (by, roomId) =>
        asked(by, (ctx) => world.app.mayAny.inRoom(ctx, 'file.delete_many', roomId as RoomId)),
      bulkConfirm: (by, roomId) =>
        asked(by, (ctx) => world.app.mayAny.inRoom(ctx, 'file.confirm_many', roomId as RoomId)),
      archiveWithKey: (by, roomId) =>
        by
          .keyed({ key: 'POST archive', fingerprint: 'archive', onReplay: () => undefined })
          .ask(world.app.rooms.archive, { roomId }),
    },
    {
      'of others': [() => stranger, () => ids.room],
      'above one’s clearance, as a member': [() => viewer, () => ids.secretRoom],
      'above one’s clearance, as an overseer': [() => overseer, () => ids.secretRoom],
    },
  );
});

describe('the file of a question', () => {
  looksAbsent(
    'FILE_NOT_FOUND',
    {
      explain: (by, fileId) =>
        asked(by, (ctx) => world.app.audit.explain(ctx, { userId: by.id, action: 'file.see', fileId })),
      deleteIn: (by, fileId) => by.ask(world.app.files.deleteIn, { roomId: ids.room, fileId }),
    },
    {
      'in a room of others': [() => stranger, () => ids.file],
      'above one’s clearance in a room one is in': [() => viewer, () => ids.secretFile],
      'that another uploads just now': [() => viewer, () => ids.pendingFile],
      'that was deleted': [() => viewer, () => ids.deletedFile],
    },
  );
});

describe('a file', () => {
  looksAbsent(
    'FILE_NOT_FOUND',
    {
      get: (by, fileId) => by.ask(world.app.files.get, { fileId }),
      getDownload: (by, fileId) => by.ask(world.app.files.getDownload, { fileId }),
      getOneOfManyDownloads: (by, fileId) => asked(by, (ctx) => downloadOfMany(ctx, fileId)),
      getOneOfManyDownloadsWithKey: (by, fileId) =>
        asked(by, (ctx) => downloadOfMany({ ...ctx, idempotency: aKey() }, fileId)),
      delete: (by, fileId) => by.ask(world.app.files.delete, { fileId }),
      share: (by, fileId) => by.ask(world.app.shares.create, { fileId, expiresIn: 1, maxDownloads: null }),
      listShares: (by, fileId) => by.ask(world.app.shares.list, { fileId }),
      confirmUpload: (by, fileId) =>
        by === viewer
          ? by.ask(world.app.files.confirmUpload, { roomId: ids.room, fileId, iv: ivOf(1), tag: tagOf(1) })
          : by.ask(world.app.files.get, { fileId }),
    },
    {
      'in a room of others': [() => stranger, () => ids.file],
      'in a room one oversees': [() => overseer, () => ids.file],
      'above one’s clearance in a room one is in': [() => viewer, () => ids.secretFile],
      'that another uploads just now': [() => viewer, () => ids.pendingFile],
      'that was deleted': [() => viewer, () => ids.deletedFile],
      'of a deleted room': [() => viewer, () => ids.fileOfDeletedRoom],
    },
  );
});

describe('a share link', () => {
  looksAbsent(
    'SHARE_NOT_FOUND',
    {
      get: (by, shareId) => by.ask(world.app.shares.get, { shareId }),
      revoke: (by, shareId) => by.ask(world.app.shares.revoke, { shareId }),
    },
    {
      'in a room of others': [() => stranger, () => ids.link],
      'in a room where one is a viewer': [() => viewer, () => ids.link],
      'to a file above one’s clearance': [() => overseer, () => ids.secretLink],
      'of a deleted room': [() => viewer, () => ids.linkOfDeletedRoom],
    },
  );
});

describe('an API token', () => {
  looksAbsent(
    'TOKEN_NOT_FOUND',
    { revoke: (by, tokenId) => by.ask(world.app.tokens.revoke, { tokenId }) },
    {
      'of another': [() => stranger, () => ids.token],
      'of a user above the caller': [() => overseer, () => ids.token],
    },
  );
});

describe('a receipt', () => {
  looksAbsent(
    'RECEIPT_NOT_FOUND',
    {
      get: (by, receiptId) => by.ask(world.app.receipts.get, { receiptId }),
      listFiles: (by, receiptId) => by.ask(world.app.receipts.listFiles, { receiptId }),
    },
    { 'of another': [() => stranger, () => ids.receipt] },
  );
});
