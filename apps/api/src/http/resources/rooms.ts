import {
  BinDays,
  Choice,
  IdReference,
  type Label,
  LabelReference,
  MemberVisibility,
  Numbering,
  optional,
  PageNumber,
  PerPage,
  RoomDescription,
  RoomId,
  RoomName,
  RoomStatus,
  SearchText,
  SeenFileCount,
  Structure,
} from '@strongroom/domain';
import { created, listed, ok } from '../describe/answers.ts';
import { noteConditions } from '../describe/conditions.ts';
import { Is } from '../describe/is.ts';
import { MayQuery } from '../describe/may.ts';
import { Cursor, MayPageQuery, pageRequest } from '../describe/page.ts';
import { type QueryFlag, queryFlag } from '../describe/query-flag.ts';
import { one, pageOf } from '../describe/shape.ts';
import {
  FavouriteView,
  favouriteView,
  OverseenRoomView,
  overseenRoomView,
  RenumberedView,
  RoomDeletedView,
  RoomView,
  renumberedView,
  roomDeletedView,
  roomView,
  VisitView,
  visitView,
} from './rooms.views.ts';
import { route } from './route.ts';
import { viewAsOf } from './view-as.ts';

const LastActivityQuery = queryFlag(
  'LastActivityQuery',
  'Whether each room has `last_activity_at`: `true` or `false`, which is the default.',
);

class RoomsQuery {
  @Is(optional(SearchText)) q?: SearchText;
  @Is(optional(RoomStatus)) status?: RoomStatus;
  @Is(optional(LabelReference)) classification?: Label;
  @Is(optional(PageNumber)) page?: PageNumber;
  @Is(optional(PerPage)) per_page?: PerPage;
  @Is(optional(Cursor)) cursor?: string;
  @Is(optional(MayQuery)) may?: QueryFlag;
  @Is(optional(LastActivityQuery)) last_activity?: QueryFlag;
}

const KeepNames = queryFlag(
  'KeepNames',
  'Whether the receipt keeps the names of the files: `true` or `false`, which is the default.',
);

class DeleteRoomQuery {
  @Is(optional(KeepNames)) keep_names?: QueryFlag;
}

class CreateRoomBody {
  @Is(RoomName) name!: RoomName;
  @Is(optional(RoomDescription)) description?: RoomDescription;
  @Is(optional(IdReference)) org_unit_id?: string;
  @Is(LabelReference) classification!: Label;
  @Is(optional(Choice)) anonymous_links?: boolean;
  @Is(optional(BinDays)) bin_days?: BinDays;
  @Is(optional(Numbering)) numbering?: Numbering;
  @Is(optional(Structure)) structure?: Structure;
}

class ChooseFavouriteBody {
  @Is(Choice) favourite!: boolean;
}

noteConditions(ChooseFavouriteBody, { schema: {}, example: { favourite: true } });

class NoteVisitBody {
  @Is(SeenFileCount) seen_file_count!: SeenFileCount;
}

noteConditions(NoteVisitBody, { schema: {}, example: { seen_file_count: 12 } });

class EditRoomBody {
  @Is(optional(RoomName)) name?: RoomName;
  @Is(optional(RoomDescription)) description?: RoomDescription;
  @Is(optional(MemberVisibility)) member_visibility?: MemberVisibility;
  @Is(optional(Choice)) anonymous_links?: boolean;
  @Is(optional(BinDays)) bin_days?: BinDays;
  @Is(optional(Numbering)) numbering?: Numbering;
  @Is(optional(Structure)) structure?: Structure;
}

const inRoom = { id: RoomId };

class ViewAsQuery {
  @Is(optional(IdReference)) as_group?: string;
  @Is(optional(IdReference)) as_member?: string;
}

export const roomRoutes = [
  route({
    operationId: 'listRooms',
    method: 'get',
    path: '/rooms',
    access: 'signed-in',
    action: 'room.list',
    summary: 'List the rooms you are a member of, or find some of them',
    description:
      '`q` finds rooms by words of their name: each word by its beginning, letter case and accents ignored. At most the 10 000 newest rooms are looked through.',
    query: RoomsQuery,
    answer: pageOf(RoomView),
    status: [200],
    errors: ['INVALID_CLASSIFICATION'],
    handle: async (app, ctx, { query }) => {
      const { q, status, classification } = query;
      const page = await app.rooms.list(ctx, {
        q,
        status,
        classification,
        ...pageRequest(query),
        ...(query.last_activity === 'true' && { lastActivity: true }),
      });
      return listed(roomView, page);
    },
  }),
  route({
    operationId: 'createRoom',
    method: 'post',
    path: '/rooms',
    access: 'signed-in',
    action: 'room.create',
    summary: 'Create a room',
    description:
      'A request that is repeated with its Idempotency-Key after the room was deleted is answered ROOM_NOT_FOUND.',
    body: CreateRoomBody,
    answer: one(RoomView),
    status: [201],
    errors: ['INVALID_CLASSIFICATION', 'ROOM_NOT_FOUND', 'IDEMPOTENCY_CONFLICT', 'KEY_SERVICE_UNAVAILABLE'],
    handle: async (app, ctx, { body }) => {
      const seen = await app.rooms.create(ctx, {
        name: body.name,
        description: body.description,
        classification: body.classification,
        orgUnitId: body.org_unit_id,
        anonymousLinks: body.anonymous_links,
        binDays: body.bin_days,
        numbering: body.numbering,
        structure: body.structure,
      });
      return created(roomView(seen), `/api/v1/rooms/${seen.room.id}`);
    },
  }),
  route({
    operationId: 'getRoom',
    method: 'get',
    path: '/rooms/:id',
    access: 'signed-in',
    action: 'room.get',
    summary: 'Get a room',
    description:
      '`as_group` and `as_member` answer owners of the room as in its lists of files: with the role, the numbers and `may` of that member, or of a viewer in that group.',
    params: inRoom,
    query: ViewAsQuery,
    answer: one(RoomView),
    status: [200],
    errors: ['GROUP_NOT_FOUND', 'INSUFFICIENT_ROLE', 'INSUFFICIENT_ROOM_ROLE', 'MEMBER_NOT_FOUND'],
    handle: async (app, ctx, { params, query }) =>
      ok(roomView(await app.rooms.get(ctx, { roomId: params.id, viewAs: viewAsOf(query) }))),
  }),
  route({
    operationId: 'editRoom',
    method: 'patch',
    path: '/rooms/:id',
    access: 'signed-in',
    action: 'room.edit',
    summary: 'Change name, description or options of a room',
    description:
      'With `member_visibility: owners`, a member who is not an owner sees themself and the owners only: in lists, counts and names; with `groups` also those with whom they share a group of the room. A file of a hidden member then seems to be of an owner of the room, and links of others are hidden. With `anonymous_links: true`, holders of links of the room read neither sender nor organisation. A shorter `bin_days` holds for what lies in the bin too: files whose term is over then can no longer be restored, and are destroyed within a minute. A longer one holds for files that are deleted from then on. With `structure: owners` only owners of the room make, rename, move and delete folders at its top; only there can these be restricted. With `numbering: fixed` everything in the room is numbered at once, in its present order, and what comes later gets the next number of its place; `none` forgets the numbers.',
    params: inRoom,
    body: EditRoomBody,
    answer: one(RoomView),
    status: [200],
    errors: ['STRUCTURE_IN_USE'],
    handle: async (app, ctx, { params, body }) =>
      ok(
        roomView(
          await app.rooms.edit(ctx, {
            roomId: params.id,
            name: body.name,
            description: body.description,
            memberVisibility: body.member_visibility,
            anonymousLinks: body.anonymous_links,
            binDays: body.bin_days,
            numbering: body.numbering,
            structure: body.structure,
          }),
        ),
      ),
  }),
  route({
    operationId: 'renumberRoom',
    method: 'post',
    path: '/rooms/:id/renumber',
    access: 'signed-in',
    action: 'room.renumber',
    summary: 'Number the folders and files of a room again',
    description:
      'In each place from 1, without gaps: first the folders in their order, then the files by name. `numbered` counts those that you see; all others are numbered too. Contracts and questions may quote the numbers of before. In a room without index numbers nothing happens.',
    params: inRoom,
    answer: one(RenumberedView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(renumberedView(await app.rooms.renumber(ctx, { roomId: params.id }))),
  }),
  route({
    operationId: 'chooseFavouriteRoom',
    method: 'patch',
    path: '/rooms/:id/favourite',
    access: 'signed-in',
    action: 'room.favourite',
    summary: 'Make a room one of your favourites, or take it out',
    description: 'Only you see your favourites. The choice ends with your membership.',
    params: inRoom,
    body: ChooseFavouriteBody,
    answer: one(FavouriteView),
    status: [200],
    handle: async (app, ctx, { params, body }) =>
      ok(favouriteView(await app.rooms.chooseFavourite(ctx, { roomId: params.id, favourite: body.favourite }))),
  }),
  route({
    operationId: 'noteVisit',
    method: 'patch',
    path: '/rooms/:id/visit',
    access: 'signed-in',
    action: 'room.note_visit',
    summary: 'Note that you have seen the files of a room',
    description:
      'Rooms answer with it, so that each of your browsers knows what is new to you. Only you see it. It ends with your membership.',
    params: inRoom,
    body: NoteVisitBody,
    answer: one(VisitView),
    status: [200],
    handle: async (app, ctx, { params, body }) =>
      ok(visitView(await app.rooms.noteVisit(ctx, { roomId: params.id, files: body.seen_file_count }))),
  }),
  route({
    operationId: 'archiveRoom',
    method: 'post',
    path: '/rooms/:id/archive',
    access: 'signed-in',
    action: 'room.archive',
    summary: 'Archive a room: it becomes read-only',
    params: inRoom,
    answer: one(RoomView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(roomView(await app.rooms.archive(ctx, { roomId: params.id }))),
  }),
  route({
    operationId: 'unarchiveRoom',
    method: 'post',
    path: '/rooms/:id/unarchive',
    access: 'signed-in',
    action: 'room.unarchive',
    summary: 'Bring an archived room back',
    params: inRoom,
    answer: one(RoomView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(roomView(await app.rooms.unarchive(ctx, { roomId: params.id }))),
  }),
  route({
    operationId: 'deleteRoom',
    method: 'delete',
    path: '/rooms/:id',
    access: 'signed-in',
    action: 'room.delete',
    summary: 'Delete a room for good',
    description:
      'Permanent and irreversible: all files and keys are destroyed. From the answer on nothing of the room can be read. With `keep_names=true`, which owners of the room may say, the receipt keeps the names of its files.',
    params: inRoom,
    query: DeleteRoomQuery,
    answer: one(RoomDeletedView),
    status: [200],
    errors: ['SECOND_FACTOR_TOO_OLD'],
    handle: async (app, ctx, { params, query }) => {
      const keepNames = query.keep_names === 'true';
      return ok(roomDeletedView(await app.rooms.delete(ctx, { roomId: params.id, keepNames })));
    },
  }),
  route({
    operationId: 'listOverseenRooms',
    method: 'get',
    path: '/oversight/rooms',
    access: 'signed-in',
    action: 'room.oversee',
    summary: 'List every room up to your clearance, as an overseer',
    query: MayPageQuery,
    answer: pageOf(OverseenRoomView),
    status: [200],
    handle: async (app, ctx, { query }) =>
      listed(overseenRoomView, await app.rooms.listOverseen(ctx, pageRequest(query))),
  }),
];
