import {
  DomainError,
  FileId,
  FileSize,
  GcmTag,
  IdReference,
  Iv,
  listOf,
  optional,
  RoomDescription,
  RoomId,
  RoomName,
  RoomRole,
  Scope,
  UserId,
} from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { created, lines, listed, ok } from '../../src/http/describe/answers.ts';
import { eachItem, itemsOf } from '../../src/http/describe/bulk.ts';
import { Is } from '../../src/http/describe/is.ts';
import { PageQuery, pageRequest } from '../../src/http/describe/page.ts';
import { bulkOf, linesOf, one, pageOf } from '../../src/http/describe/shape.ts';
import { type Route, routesOver } from '../../src/http/serve/route.ts';

/** Records the arguments of the routes below. */
export type FakeApp = { readonly seen: unknown[] };

const route = routesOver<FakeApp>();

class RoomView {
  @Is(RoomId) id!: RoomId;
  @Is(RoomName) name!: RoomName;
}

class CreateRoomBody {
  @Is(RoomName) name!: RoomName;
  @Is(optional(RoomDescription)) description?: RoomDescription;
}

class AddMemberItem {
  @Is(IdReference) user_id!: string;
  @Is(RoomRole) role!: RoomRole;
}

class AddMembersBody {
  @Is(itemsOf(AddMemberItem)) items!: readonly unknown[];
}

class ConfirmBody {
  @Is(Iv) iv!: Iv;
  @Is(GcmTag) tag!: GcmTag;
  @Is(optional(RoomRole)) role?: RoomRole;
  @Is(optional(FileSize)) size?: FileSize;
  @Is(optional(listOf(Scope, { min: 1, max: 5, description: 'Scopes.' }))) scopes?: readonly Scope[];
}

const view = (id: RoomId): RoomView => ({ id, name: RoomName.parse('Falcon') });

export const FAKE_ROUTES: readonly Route<FakeApp>[] = [
  route({
    operationId: 'getRooms',
    method: 'get',
    path: '/rooms',
    access: 'signed-in',
    action: 'me.see',
    summary: 'List rooms',
    query: PageQuery,
    answer: pageOf(RoomView),
    status: [200],
    errors: [],
    handle: async (app, _ctx, { query }) => {
      app.seen.push(pageRequest(query));
      return listed((none: never) => none, {
        items: [],
        meta: { page: 1, perPage: 50, total: 0, nextCursor: null },
      });
    },
  }),
  route({
    operationId: 'postRooms',
    method: 'post',
    path: '/rooms',
    access: 'signed-in',
    action: 'room.create',
    summary: 'Create a room',
    body: CreateRoomBody,
    answer: one(RoomView),
    status: [201],
    errors: [],
    handle: async (app, ctx, { body }) => {
      app.seen.push(body, ctx.idempotency);
      return created({ id: RoomId.parse('00000000-0000-4000-8000-000000000000'), name: body.name }, '/api/v1/rooms/x');
    },
  }),
  route({
    operationId: 'getRoomsId',
    method: 'get',
    path: '/rooms/:id',
    access: 'signed-in',
    action: 'me.see',
    summary: 'Get a room',
    params: { id: RoomId },
    answer: one(RoomView),
    status: [200],
    errors: ['ROOM_NOT_FOUND'],
    handle: async (app, _ctx, { params, head }) => {
      app.seen.push({ id: params.id, head });
      if (params.id !== '11111111-1111-4111-8111-111111111111') throw new DomainError('ROOM_NOT_FOUND');
      return ok(view(params.id));
    },
  }),
  route({
    operationId: 'postRoomsRoomIdFilesFileIdConfirm',
    method: 'post',
    path: '/rooms/:room_id/files/:file_id/confirm',
    access: 'signed-in',
    action: 'me.see',
    summary: 'Confirm an upload',
    params: { room_id: RoomId, file_id: FileId },
    locate: { kind: 'file', param: 'file_id' },
    body: ConfirmBody,
    answer: one(RoomView),
    status: [200],
    errors: ['INVALID_IV', 'INVALID_TAG', 'INVALID_ROLE', 'INVALID_SCOPE', 'FILE_TOO_LARGE'],
    handle: async (app, ctx, { params, body }) => {
      app.seen.push({ located: String(ctx.located.userId) === String(params.file_id), body });
      return ok(view(params.room_id));
    },
  }),
  route({
    operationId: 'postRoomsIdMembersBulk',
    method: 'post',
    path: '/rooms/:id/members/bulk',
    access: 'signed-in',
    action: 'me.see',
    summary: 'Many at once',
    params: { id: RoomId },
    body: AddMembersBody,
    answer: bulkOf(RoomView),
    status: [200],
    errors: ['BULK_LIMIT_EXCEEDED'],
    handle: async (_app, _ctx, { params, body }) =>
      eachItem(AddMemberItem, body.items, async (item) => {
        if (item.user_id === 'nobody') throw new DomainError('USER_NOT_FOUND');
        if (item.user_id === 'broken') throw new Error('a bug');
        return { status: 201, data: view(params.id) };
      }),
  }),
  route({
    operationId: 'getUsersId',
    method: 'get',
    path: '/users/:id',
    access: 'signed-in',
    action: 'me.see',
    summary: 'A parameter beside what is spelled out',
    params: { id: UserId },
    answer: one(RoomView),
    status: [200],
    errors: ['USER_NOT_FOUND'],
    handle: () => Promise.reject(new DomainError('USER_NOT_FOUND')),
  }),
  route({
    operationId: 'postUsersInvite',
    method: 'post',
    path: '/users/invite',
    access: 'signed-in',
    action: 'me.see',
    summary: 'Spelled out beside a parameter',
    answer: one(RoomView),
    status: [200],
    errors: [],
    handle: async () => ok(view(RoomId.parse('11111111-1111-4111-8111-111111111111'))),
  }),
  route({
    operationId: 'getOpen',
    method: 'get',
    path: '/open',
    access: 'public',
    summary: 'For everybody',
    answer: one(RoomView),
    status: [200],
    errors: [],
    handle: async () => ok(view(RoomId.parse('11111111-1111-4111-8111-111111111111'))),
  }),
  route({
    operationId: 'getRetiring',
    method: 'get',
    path: '/retiring',
    access: 'public',
    deprecated: { since: '2026-12-01', sunset: '2027-12-01' },
    summary: 'Announced to end',
    description: 'Answers as ever.',
    answer: one(RoomView),
    status: [200],
    errors: ['ROOM_NOT_FOUND'],
    handle: async (app) => {
      app.seen.push('retiring');
      if (app.seen.length > 1) throw new DomainError('ROOM_NOT_FOUND');
      return ok(view(RoomId.parse('11111111-1111-4111-8111-111111111111')));
    },
  }),
  route({
    operationId: 'getLinksToken',
    method: 'get',
    path: '/links/:token',
    access: 'public',
    countedBy: 'token',
    summary: 'Counted per link',
    params: { token: RoomId },
    answer: one(RoomView),
    status: [200],
    errors: [],
    handle: async (_app, _ctx, { params }) => ok(view(params.token)),
  }),
  route({
    operationId: 'getBrokenHow',
    method: 'get',
    path: '/broken/:how',
    access: 'public',
    summary: 'Breaks',
    params: { how: { ...RoomName, is: (input: unknown): input is RoomName => typeof input === 'string' } },
    answer: one(RoomView),
    status: [200],
    errors: ['KEY_SERVICE_UNAVAILABLE', 'STORAGE_UNAVAILABLE'],
    handle: async (_app, _ctx, { params }) => {
      const how: string = params.how;
      if (how === 'keys' || how === 'blobs' || how === 'documents') throw new Unavailable(how);
      throw new Error('the password is hunter2');
    },
  }),
  route({
    operationId: 'getLines',
    method: 'get',
    path: '/lines',
    access: 'public',
    summary: 'Streams',
    answer: linesOf(RoomView),
    status: [200],
    errors: [],
    handle: async () => lines(twoRooms()),
  }),
];

async function* twoRooms(): AsyncGenerator<RoomView> {
  yield view(RoomId.parse('11111111-1111-4111-8111-111111111111'));
  yield view(RoomId.parse('22222222-2222-4222-8222-222222222222'));
}
