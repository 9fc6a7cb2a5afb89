import type { EventFilter, EventProven, EventSeen, FileOpenings } from '@strongroom/application';
import { parseTilePath, tarOf } from '@strongroom/audit-proof';
import {
  defineValue,
  EVENTS,
  EventId,
  type EventType,
  EXPLAINABLE,
  type ExplainableAction,
  IdReference,
  instant,
  isUuid,
  LogPosition,
  optional,
  PageNumber,
  PerPage,
  RoomId,
  TimeZone,
  type Value,
  WaitSeconds,
} from '@strongroom/domain';
import { answerBytes, lines, listed, ok, streamOf } from '../describe/answers.ts';
import { noteConditions } from '../describe/conditions.ts';
import { Is } from '../describe/is.ts';
import { Cursor, pageRequest } from '../describe/page.ts';
import { type QueryFlag, queryFlag } from '../describe/query-flag.ts';
import { asMedia, linesOf, one, pageOf } from '../describe/shape.ts';
import { DecisionView, decisionView, EventView, eventView, OpeningsView, openingsView } from './audit.views.ts';
import { explainConditions } from './explain-conditions.ts';
import { momentNamed } from './moment.ts';
import { route } from './route.ts';

const isType = (input: unknown): input is EventType => typeof input === 'string' && Object.hasOwn(EVENTS, input);

const TypeFilter: Value<EventType> = defineValue({
  name: 'EventType',
  description: 'Only events of this type.',
  schema: { type: 'string', enum: Object.keys(EVENTS) },
  rule: 'one_of',
  check: (input) => (isType(input) ? undefined : 'must be a known type of event'),
});

const OutcomeFilter: Value<'allowed' | 'denied'> = defineValue({
  name: 'EventOutcome',
  description: 'Only what was allowed, or only what was denied.',
  schema: { type: 'string', enum: ['allowed', 'denied'] },
  rule: 'one_of',
  check: (input) => (input === 'allowed' || input === 'denied' ? undefined : 'must be allowed or denied'),
});

const ActorFilter: Value<string> = defineValue({
  name: 'ActorFilter',
  description: 'Only what this user or link did.',
  schema: { type: 'string', format: 'uuid' },
  rule: 'uuid',
  check: (input) => (isUuid(input) ? undefined : 'must be a lowercase UUID'),
});

const TimeFilter = momentNamed('TimeFilter', 'A moment, YYYY-MM-DDThh:mm:ssZ. "from" is included, "to" is not.');

const TilePath: Value<string> = defineValue({
  name: 'TilePath',
  description:
    'Level and number of the tile, with slashes: `0/x001/234`, `1/000.p/7` for its first 7 hashes, `entries/000` for entries.',
  schema: { type: 'string', examples: ['0/000', 'entries/x001/234.p/7'] },
  check: (input) =>
    typeof input === 'string' && parseTilePath(`tile/${input}`) !== undefined
      ? undefined
      : 'must be the path of a tile',
});

const ProofsQuery = queryFlag(
  'ProofsQuery',
  'Whether each line has the proof of its event in `proof`: `true` or `false`, which is the default.',
);

class EventsQuery {
  @Is(optional(RoomId)) room_id?: RoomId;
  @Is(optional(ActorFilter)) actor_id?: string;
  @Is(optional(TypeFilter)) type?: EventType;
  @Is(optional(OutcomeFilter)) outcome?: 'allowed' | 'denied';
  @Is(optional(TimeFilter)) from?: string;
  @Is(optional(TimeFilter)) to?: string;
  @Is(optional(PageNumber)) page?: PageNumber;
  @Is(optional(PerPage)) per_page?: PerPage;
  @Is(optional(Cursor)) cursor?: string;
}

class ExportQuery {
  @Is(optional(RoomId)) room_id?: RoomId;
  @Is(optional(ActorFilter)) actor_id?: string;
  @Is(optional(TypeFilter)) type?: EventType;
  @Is(optional(OutcomeFilter)) outcome?: 'allowed' | 'denied';
  @Is(optional(TimeFilter)) from?: string;
  @Is(optional(TimeFilter)) to?: string;
  @Is(optional(ProofsQuery)) proofs?: QueryFlag;
}

const filterOf = (query: Omit<ExportQuery, 'proofs'>): EventFilter => ({
  roomId: query.room_id,
  actorId: query.actor_id,
  type: query.type,
  outcome: query.outcome,
  from: query.from === undefined ? undefined : instant(Date.parse(query.from)),
  to: query.to === undefined ? undefined : instant(Date.parse(query.to)),
});

const ExplainAction: Value<ExplainableAction> = defineValue({
  name: 'ExplainableAction',
  description: 'Action to evaluate: a row of the policy table.',
  schema: { type: 'string', enum: EXPLAINABLE },
  rule: 'one_of',
  check: (input) =>
    EXPLAINABLE.some((action) => action === input) ? undefined : 'must be an action of the policy table',
});

class OpeningsQuery {
  @Is(optional(RoomId)) room_id?: RoomId;
  @Is(optional(TimeFilter)) from?: string;
  @Is(optional(TimeFilter)) to?: string;
  @Is(optional(TimeZone)) time_zone?: TimeZone;
}

class FollowQuery {
  @Is(optional(LogPosition)) position?: LogPosition;
  @Is(optional(WaitSeconds)) wait?: WaitSeconds;
  @Is(optional(RoomId)) room_id?: RoomId;
}

class ProofQuery {
  @Is(optional(RoomId)) room_id?: RoomId;
}

class ExplainBody {
  @Is(IdReference) user_id!: string;
  @Is(ExplainAction) action!: ExplainableAction;
  @Is(optional(IdReference)) room_id?: string;
  @Is(optional(IdReference)) file_id?: string;
  @Is(optional(IdReference)) folder_id?: string;
  @Is(optional(IdReference)) share_id?: string;
  @Is(optional(IdReference)) member_id?: string;
  @Is(optional(IdReference)) target_user_id?: string;
  @Is(optional(IdReference)) org_unit_id?: string;
}
noteConditions(ExplainBody, {
  schema: explainConditions(),
  example: {
    user_id: '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35',
    action: 'room.see',
    room_id: '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35',
  },
});

const TEXT = 'text/plain; charset=utf-8';
const OCTETS = 'application/octet-stream';
const TAR = 'application/x-tar';

/** Refusals of the row that applies when a room is named. */
const ofRoom = ['ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE'] as const;

export const auditRoutes = [
  route({
    operationId: 'listAuditEvents',
    method: 'get',
    path: '/audit-events',
    access: 'signed-in',
    action: 'audit.read',
    summary: 'Read the audit log, newest first',
    description:
      'Every change, every release of a wrapped key and every denial of a signed-in caller, up to your own clearance. `meta.total` counts to 10 000; beyond, `meta.total_is_exact` is false.',
    query: EventsQuery,
    answer: pageOf(EventView),
    status: [200],
    errors: ofRoom,
    handle: async (app, ctx, { query }) =>
      listed(eventView, await app.audit.list(ctx, { ...filterOf(query), page: pageRequest(query) })),
  }),
  route({
    operationId: 'exportAuditEvents',
    method: 'get',
    path: '/audit-events/export',
    access: 'signed-in',
    action: 'audit.read',
    summary: 'Export the audit log as JSON lines',
    description:
      'With `proofs=true` all proofs have one checkpoint. A proof is the text that `GET /audit-events/{id}/proof` answers.',
    query: ExportQuery,
    answer: linesOf(EventView),
    status: [200],
    errors: ofRoom,
    handle: async (app, ctx, { query }) =>
      lines(
        query.proofs === 'true'
          ? proven(await app.audit.exportProofs(ctx, filterOf(query)))
          : viewed(await app.audit.export(ctx, filterOf(query))),
      ),
  }),
  route({
    operationId: 'followAuditEvents',
    method: 'get',
    path: '/audit-events/follow',
    access: 'signed-in',
    action: 'audit.read',
    summary: 'Follow the audit log from a position, oldest first, as JSON lines',
    description:
      'At most 500 events from `position` on, up to your own clearance. The next position is the `seq` of the last event plus one; without an event it stays. `wait` keeps an answer without events back for that number of seconds. INVALID_CURSOR: the log ends before the position, as after a restore from a backup.',
    query: FollowQuery,
    answer: linesOf(EventView),
    status: [200],
    errors: [...ofRoom, 'INVALID_CURSOR'],
    handle: async (app, ctx, { query: { position = 0, wait = 0, room_id: roomId } }) =>
      lines(viewed(await app.audit.follow(ctx, { position, wait, roomId }))),
  }),
  route({
    operationId: 'reportOpenings',
    method: 'get',
    path: '/audit-events/openings',
    access: 'signed-in',
    action: 'audit.read',
    summary: 'Report who opened which file, and how often, as JSON lines',
    description:
      'Counted from the audit log, up to your own clearance, by user or link and file; the latest opened first. An opening is an event `file.downloaded` or `share.redeemed`. A use of a link to several files counts each file whose key went out: keys go out together, up to 100 at once, and the service does not see which files were opened. Erased events are not counted. With `time_zone` each row has the openings of its days too, by the clocks of that zone.',
    query: OpeningsQuery,
    answer: linesOf(OpeningsView),
    status: [200],
    errors: [...ofRoom, 'LIMIT_REACHED'],
    handle: async (app, ctx, { query }) => {
      const { roomId, from, to } = filterOf(query);
      return lines(inLines(await app.audit.openings(ctx, { roomId, from, to, timeZone: query.time_zone })));
    },
  }),
  route({
    operationId: 'proveAuditEvent',
    method: 'get',
    path: '/audit-events/:id/proof',
    access: 'signed-in',
    action: 'audit.read',
    summary: 'Get the proof that the audit log holds an event',
    description:
      'A text (C2SP tlog-proof) with the event, a signed checkpoint and the hashes between them. Anyone who knows the key of the log can verify it offline. Owners of a room name it with `room_id`.',
    params: { id: EventId },
    query: ProofQuery,
    answer: asMedia(TEXT),
    status: [200],
    errors: ['EVENT_NOT_FOUND', ...ofRoom],
    handle: async (app, ctx, { params, query }) =>
      answerBytes(TEXT, await app.audit.proof(ctx, { eventId: params.id, roomId: query.room_id })),
  }),
  route({
    operationId: 'getAuditTile',
    method: 'get',
    path: '/audit/tile/*path',
    access: 'signed-in',
    action: 'audit.read',
    limit: 'tiles',
    summary: 'Get a tile of the Merkle tree of the audit log, or a bundle of its entries',
    description:
      'C2SP tlog-tiles, as far as the latest signed checkpoint reaches. A tile never changes. Tiles have a limit of their own: 20 000 requests per user and minute.',
    params: { path: TilePath },
    answer: asMedia(OCTETS),
    status: [200],
    errors: ['TILE_NOT_FOUND'],
    handle: async (app, ctx, { params }) =>
      answerBytes(OCTETS, await app.audit.tile(ctx, { path: `tile/${params.path}` })),
  }),
  route({
    operationId: 'getAuditCheckpoint',
    method: 'get',
    path: '/audit/checkpoint',
    access: 'signed-in',
    action: 'audit.read',
    summary: 'Get the latest signed checkpoint of the audit log',
    description:
      'A signed note (C2SP tlog-checkpoint) with the size of the log and the root of its Merkle tree, and the signatures of witnesses that came so far. A new one is signed every minute while events come.',
    answer: asMedia(TEXT),
    status: [200],
    handle: async (app, ctx) => answerBytes(TEXT, await app.audit.checkpoint(ctx)),
  }),
  route({
    operationId: 'getAuditKey',
    method: 'get',
    path: '/audit/key',
    access: 'signed-in',
    action: 'audit.read',
    summary: 'Get the public keys of the audit log',
    description: 'One key a line, `<origin>+<id>+<base64>`, the present one first.',
    answer: asMedia(TEXT),
    status: [200],
    handle: async (app, ctx) => answerBytes(TEXT, (await app.audit.keys(ctx)).map((key) => `${key}\n`).join('')),
  }),
  route({
    operationId: 'exportAuditLog',
    method: 'get',
    path: '/audit/export',
    access: 'signed-in',
    action: 'audit.read',
    summary: 'Export the audit log so that `strongroom audit verify` can verify it',
    description:
      'A tar archive with the checkpoints, the whole Merkle tree, and the events up to your own clearance; the others are counted.',
    answer: asMedia(TAR),
    status: [200],
    handle: async (app, ctx) => streamOf(TAR, tarOf(await app.audit.exportLog(ctx), 0)),
  }),
  route({
    operationId: 'explainAccess',
    method: 'post',
    path: '/access/explain',
    access: 'signed-in',
    action: 'access.explain',
    summary: 'Ask whether a user may perform an action, and why',
    description:
      'An action in a room needs `room_id` or the `file_id` of a file in it, an action on a file `file_id`, one on a folder `folder_id`, one on a link `share_id` or `file_id`. `member_id` is the user id of a member of the room. An action on a link, member, user or org unit that is not named is allowed if it is allowed on some.',
    body: ExplainBody,
    answer: one(DecisionView),
    status: [200],
    errors: [
      'FILE_NOT_FOUND',
      'FOLDER_NOT_FOUND',
      'SHARE_NOT_FOUND',
      'MEMBER_NOT_FOUND',
      'ORG_UNIT_NOT_FOUND',
      ...ofRoom,
    ],
    handle: async (app, ctx, { body }) =>
      ok(
        decisionView(
          await app.audit.explain(ctx, {
            userId: body.user_id,
            action: body.action,
            roomId: body.room_id,
            fileId: body.file_id,
            folderId: body.folder_id,
            shareId: body.share_id,
            memberId: body.member_id,
            targetUserId: body.target_user_id,
            orgUnitId: body.org_unit_id,
          }),
          body.action,
        ),
      ),
  }),
];

async function* viewed(found: AsyncIterable<EventSeen>) {
  for await (const event of found) yield eventView(event);
}

async function* proven(found: AsyncIterable<EventProven>) {
  for await (const { event, proof } of found) yield { ...eventView(event), proof };
}

// oxlint-disable-next-line typescript/require-await -- an answer of lines is an asynchronous sequence
async function* inLines(found: readonly FileOpenings[]) {
  for (const openings of found) yield openingsView(openings);
}
