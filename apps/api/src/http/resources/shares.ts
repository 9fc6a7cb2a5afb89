import type { LinkKind } from '@strongroom/application';
import {
  DownloadCap,
  defineValue,
  FileId,
  isBearerSecret,
  KeyThumbprint,
  LinkMessage,
  LinkName,
  LinkRecipient,
  type LinkTexts,
  MAX_PACKAGE_ITEMS,
  nullable,
  optional,
  PACKAGE_PAGE,
  PageNumber,
  PerPage,
  RoomId,
  ShareLinkId,
  ShareSeconds,
  type Value,
  VersionNumber,
} from '@strongroom/domain';
import { created, listed, ok, okWithMeta } from '../describe/answers.ts';
import { noteConditions, whenThen } from '../describe/conditions.ts';
import { refuseFields } from '../describe/dto.ts';
import { Is } from '../describe/is.ts';
import { MayQuery } from '../describe/may.ts';
import { Cursor, pageRequest } from '../describe/page.ts';
import type { QueryFlag } from '../describe/query-flag.ts';
import { one, oneOrPage, oneOrRows, pageOf } from '../describe/shape.ts';
import { BearerText } from './bearer-text.ts';
import { instantOf, momentNamed } from './moment.ts';
import { PackageFileView, packageFileView, RedeemedPackageMetaView, redeemedPackageMeta } from './packages.views.ts';
import { route } from './route.ts';
import {
  NewShareView,
  newShareView,
  PackageMetaView,
  PackagePeekView,
  PeekView,
  packageMeta,
  packagePeekView,
  peekView,
  RedeemedView,
  ResumedView,
  redeemedView,
  resumedView,
  ShareFileView,
  ShareView,
  shareFileView,
  shareView,
} from './shares.views.ts';

class CreateShareBody {
  @Is(ShareSeconds) expires_in!: ShareSeconds;
  @Is(optional(VersionNumber)) version?: VersionNumber;
  @Is(optional(nullable(DownloadCap))) max_downloads?: DownloadCap | null;
  @Is(optional(nullable(LinkName))) name?: LinkName | null;
  @Is(optional(nullable(LinkRecipient))) recipient?: LinkRecipient | null;
  @Is(optional(nullable(LinkMessage))) message?: LinkMessage | null;
}

/** The texts in the body of a new link. */
type TextsBody = Readonly<
  Partial<
    Record<'name', LinkName | null> & Record<'recipient', LinkRecipient | null> & Record<'message', LinkMessage | null>
  >
>;

const LinkEnd = momentNamed(
  'LinkEnd',
  'The moment from which on the link does not work, YYYY-MM-DDThh:mm:ssZ: in the future, at most one year from now.',
);

class EditShareBody {
  @Is(optional(nullable(LinkName))) name?: LinkName | null;
  @Is(optional(nullable(LinkRecipient))) recipient?: LinkRecipient | null;
  @Is(optional(nullable(LinkMessage))) message?: LinkMessage | null;
  @Is(optional(LinkEnd)) expires_at?: string;
  @Is(optional(nullable(DownloadCap))) max_downloads?: DownloadCap | null;
}

/** Which links a list has. */
const KINDS = ['file', 'package', 'all'] as const;
const KindQuery: Value<LinkKind> = defineValue({
  name: 'LinkKind',
  description: 'Links to one file (`file`, the default), packages (`package`), or both (`all`).',
  schema: { type: 'string', enum: [...KINDS] },
  rule: 'choice',
  check: (input) => (KINDS.some((kind) => kind === input) ? undefined : `must be one of ${KINDS.join(', ')}`),
});

const ItemIndexes: Value<readonly number[]> = defineValue({
  name: 'ItemIndexes',
  description: 'Indexes of files of the package, at most 100.',
  schema: {
    type: 'array',
    items: { type: 'integer', minimum: 0, maximum: MAX_PACKAGE_ITEMS - 1 },
    minItems: 1,
    maxItems: PACKAGE_PAGE,
  },
  rule: 'items',
  check: (input) =>
    Array.isArray(input) && input.length >= 1 && input.length <= PACKAGE_PAGE && input.every(isIndex)
      ? undefined
      : `must be a list of 1 to ${PACKAGE_PAGE} indexes`,
});
const isIndex = (input: unknown): boolean =>
  Number.isInteger(input) && Number(input) >= 0 && Number(input) < MAX_PACKAGE_ITEMS;

class PeekQuery {
  @Is(optional(Cursor)) cursor?: string;
}

class ShareFilesQuery {
  @Is(optional(PageNumber)) page?: PageNumber;
  @Is(optional(PerPage)) per_page?: PerPage;
  @Is(optional(Cursor)) cursor?: string;
}

class SharesQuery {
  @Is(optional(PageNumber)) page?: PageNumber;
  @Is(optional(PerPage)) per_page?: PerPage;
  @Is(optional(Cursor)) cursor?: string;
  @Is(optional(MayQuery)) may?: QueryFlag;
  @Is(optional(KindQuery)) kind?: LinkKind;
}

class RedeemBody {
  @Is(optional(KeyThumbprint)) client_jkt?: KeyThumbprint;
  @Is(optional(BearerText)) redemption?: string;
  @Is(optional(Cursor)) cursor?: string;
  @Is(optional(ItemIndexes)) items?: readonly number[];
}

/** Parts of a package, one at a time, for a redemption that was counted. */
noteConditions(RedeemBody, {
  schema: whenThen(
    { anyOf: [{ required: ['cursor'] }, { required: ['items'] }] },
    { required: ['redemption'], not: { required: ['cursor', 'items'] } },
  ),
  example: {},
});

class ResumeBody {
  @Is(BearerText) redemption!: string;
}

/** The secret of a link in a path. A typo is answered like an unknown secret, and charged to the address. */
const LinkSecret: Value<string> = defineValue({
  name: 'LinkSecret',
  description: 'The secret of the link.',
  schema: { type: 'string', pattern: '^srl_[0-9A-Za-z]{49}$' },
  check: (input) =>
    typeof input === 'string' && isBearerSecret('shareLink', input) ? undefined : 'must be the secret of a share link',
});
const bySecret = { token: LinkSecret };
const deadLink = ['SHARE_NOT_FOUND', 'SHARE_REVOKED', 'SHARE_EXPIRED', 'SHARE_EXHAUSTED'] as const;

const oneFile = { file_id: FileId };
const whereFileIs = { kind: 'file', param: 'file_id' } as const;
const oneRoom = { id: RoomId };
const oneLink = { id: ShareLinkId };
const whereLinkIs = { kind: 'share', param: 'id' } as const;

/** The part of a package that a body asks for. Throws VALIDATION_ERROR. */
function partOf({ client_jkt: client, redemption, cursor, items }: RedeemBody) {
  const isPart = cursor !== undefined || items !== undefined;
  if (isPart && redemption === undefined)
    return refuseFields([{ field: 'redemption', rule: 'required', message: 'goes with cursor and items' }]);
  if (cursor !== undefined && items !== undefined)
    return refuseFields([{ field: 'items', rule: 'alone', message: 'excludes cursor' }]);
  return { client, redemption, cursor, items };
}

/** The texts that a new link has. */
export const textsOf = ({ name, recipient, message }: TextsBody): Partial<LinkTexts> => ({
  ...(name && { name }),
  ...(recipient && { recipient }),
  ...(message && { message }),
});

export const shareRoutes = [
  route({
    operationId: 'createShare',
    method: 'post',
    path: '/files/:file_id/share',
    access: 'signed-in',
    action: 'share.create',
    locate: whereFileIs,
    summary: 'Create a share link',
    description:
      'Only this answer shows link and secret. The link follows the current version of the file, unless `version` names the one that it leads to: name it where you put the data key into the address of the link, which opens that version only. A link to a version ends with it. The cap is exact, also for concurrent downloads. A file has at most 200 links that work, 50 of them of one person who does not own the room and 150 of all of these (409 `LIMIT_REACHED`), and keeps its 200 newest ended ones.',
    params: oneFile,
    body: CreateShareBody,
    answer: one(NewShareView),
    status: [201],
    errors: ['VERSION_NOT_FOUND', 'LIMIT_REACHED'],
    handle: async (app, ctx, { params, body }) => {
      const share = await app.shares.create(ctx, {
        fileId: params.file_id,
        version: body.version,
        expiresIn: body.expires_in,
        maxDownloads: body.max_downloads ?? null,
        texts: textsOf(body),
      });
      return created(newShareView(share, app.publicUrl()), `/api/v1/shares/${share.link.id}`);
    },
  }),
  route({
    operationId: 'listFileShares',
    method: 'get',
    path: '/files/:file_id/shares',
    access: 'signed-in',
    action: 'share.list',
    locate: whereFileIs,
    summary: 'List the share links of a file',
    description:
      '`kind` adds packages that have the file, or asks for them alone: their makers see them, and the owners of the room.',
    params: oneFile,
    query: SharesQuery,
    answer: pageOf(ShareView),
    status: [200],
    handle: async (app, ctx, { params, query }) =>
      listed(
        shareView,
        await app.shares.list(ctx, {
          fileId: params.file_id,
          kind: query.kind,
          ...pageRequest(query),
        }),
      ),
  }),
  route({
    operationId: 'listRoomShares',
    method: 'get',
    path: '/rooms/:id/shares',
    access: 'signed-in',
    action: 'room.shares.list',
    summary: 'List the share links of a room',
    description:
      'Links to files above the caller’s clearance are not listed. `kind` adds packages, or asks for them alone: their makers see them, and the owners of the room.',
    params: oneRoom,
    query: SharesQuery,
    answer: pageOf(ShareView),
    status: [200],
    errors: ['ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE'],
    handle: async (app, ctx, { params, query }) => {
      const { kind } = query;
      return listed(shareView, await app.shares.listOfRoom(ctx, { roomId: params.id, kind, ...pageRequest(query) }));
    },
  }),
  route({
    operationId: 'getShare',
    method: 'get',
    path: '/shares/:id',
    access: 'signed-in',
    action: 'share.see',
    locate: whereLinkIs,
    summary: 'Get a share link, without its secret',
    params: oneLink,
    answer: one(ShareView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(shareView(await app.shares.get(ctx, { shareId: params.id }))),
  }),
  route({
    operationId: 'listShareFiles',
    method: 'get',
    path: '/shares/:id/files',
    access: 'signed-in',
    action: 'share.see',
    locate: whereLinkIs,
    summary: 'List the files that a share link leads to',
    description:
      'In the order and the folders in which holders of the link see them: those that you see now. A file that is deleted is absent, like one that is hidden from you; `file_total` of the link says how many there were. It uses nothing up.',
    params: oneLink,
    query: ShareFilesQuery,
    answer: pageOf(ShareFileView),
    status: [200],
    handle: async (app, ctx, { params, query }) =>
      listed(shareFileView, await app.shares.listFiles(ctx, { shareId: params.id, ...pageRequest(query) })),
  }),
  route({
    operationId: 'editShare',
    method: 'patch',
    path: '/shares/:id',
    access: 'signed-in',
    action: 'share.edit',
    locate: whereLinkIs,
    summary: 'Change name, recipient, message, end or cap of a share link',
    description:
      'Null removes a text or the cap; an absent field stays. A link that expired or is used up works again within its new bounds, and counts like a new one (409 `LIMIT_REACHED`). A cap that equals the number of downloads ends it, one below is 409 `SHARE_ALREADY_USED`. A revoked link stays revoked (410).',
    params: oneLink,
    body: EditShareBody,
    answer: one(ShareView),
    status: [200],
    errors: ['SHARE_REVOKED', 'SHARE_ALREADY_USED', 'LIMIT_REACHED'],
    handle: async (app, ctx, { params, body }) => {
      const { name, recipient, message, expires_at: end, max_downloads: maxDownloads } = body;
      const change = { name, recipient, message, expiresAt: instantOf(end) ?? undefined, maxDownloads };
      return ok(shareView(await app.shares.edit(ctx, { shareId: params.id, change })));
    },
  }),
  route({
    operationId: 'revokeShare',
    method: 'delete',
    path: '/shares/:id',
    access: 'signed-in',
    action: 'share.revoke',
    locate: whereLinkIs,
    summary: 'Revoke a share link',
    params: oneLink,
    answer: one(ShareView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(shareView(await app.shares.revoke(ctx, { shareId: params.id }))),
  }),
  route({
    operationId: 'peekShare',
    method: 'get',
    path: '/shares/by-token/:token',
    access: 'public',
    summary: 'See what a link leads to, without using it up',
    description:
      'Of a package it shows number, names and sizes of its files, in pages (`cursor`). Files that its maker may not share now are left out.',
    params: bySecret,
    query: PeekQuery,
    countedBy: 'token',
    answer: oneOrPage(PeekView, PackagePeekView, PackageMetaView),
    status: [200],
    errors: deadLink,
    handle: async (app, visitor, { params, query }) => {
      const peeked = await app.shares.peek(visitor, { secret: params.token, cursor: query.cursor });
      if (!('files' in peeked)) return ok(peekView(peeked));
      return okWithMeta(packagePeekView(peeked), packageMeta({ total: peeked.fileCount, ...peeked }));
    },
  }),
  route({
    operationId: 'redeemShare',
    method: 'post',
    path: '/shares/by-token/:token/download',
    access: 'public',
    summary: 'Use one download of a link',
    description:
      'Counts one download and answers the address of the ciphertext and the wrapped key. With the same Idempotency-Key it is the same download for ten minutes and three repetitions; after that another one is used up, or it is 410. `redemption` finishes this download if it is interrupted. A package answers its first 100 files. With `redemption` nothing is counted, for 24 hours: `cursor` reads a further page, and `items` asks for fresh addresses of some files. The first answer about a file releases its key, later ones an address only, 100 at most. One network is answered about 2500 files of a package in a minute; then it is 429. 400 `INVALID_CURSOR` for a redemption that is unknown, has ended or is of another link.',
    params: bySecret,
    countedBy: 'token',
    answer: oneOrRows(RedeemedView, PackageFileView, RedeemedPackageMetaView),
    status: [200],
    errors: [...deadLink, 'INVALID_CURSOR', 'STORAGE_UNAVAILABLE'],
    body: RedeemBody,
    handle: async (app, visitor, { params, body }) => {
      const redeemed = await app.shares.redeem(visitor, { secret: params.token, ...partOf(body) });
      if (!('files' in redeemed)) return ok(redeemedView(redeemed));
      return okWithMeta(redeemed.files.map(packageFileView), redeemedPackageMeta(redeemed));
    },
  }),
  route({
    operationId: 'resumeRedemption',
    method: 'post',
    path: '/shares/by-token/:token/resume',
    access: 'public',
    summary: 'Finish an interrupted download of a link',
    description:
      'Another address for a counted download, without its key: for 24 hours, at most 100 times, also after the link has expired or has no downloads left. It counts nothing and is recorded. 410 `REDEMPTION_ENDED` after that, and for a redemption of another link.',
    params: bySecret,
    countedBy: 'token',
    answer: one(ResumedView),
    status: [200],
    errors: ['SHARE_NOT_FOUND', 'SHARE_REVOKED', 'REDEMPTION_ENDED', 'STORAGE_UNAVAILABLE'],
    body: ResumeBody,
    handle: async (app, visitor, { params, body }) =>
      ok(resumedView(await app.shares.resume(visitor, { secret: params.token, redemption: body.redemption }))),
  }),
];
