import {
  DownloadCap,
  defineValue,
  FileId,
  isBearerSecret,
  KeyThumbprint,
  nullable,
  optional,
  RoomId,
  ShareLinkId,
  ShareSeconds,
  type Value,
} from '@strongroom/domain';
import { created, listed, ok } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { MayPageQuery, pageRequest } from '../describe/page.ts';
import { many, one } from '../describe/shape.ts';
import { BearerText } from './bearer-text.ts';
import { route } from './route.ts';
import {
  NewShareView,
  newShareView,
  PeekView,
  peekView,
  RedeemedView,
  ResumedView,
  redeemedView,
  resumedView,
  ShareView,
  shareView,
} from './shares.views.ts';

class CreateShareBody {
  @Is(ShareSeconds) expires_in!: ShareSeconds;
  @Is(optional(nullable(DownloadCap))) max_downloads?: DownloadCap | null;
}

class RedeemBody {
  @Is(optional(KeyThumbprint)) client_jkt?: KeyThumbprint;
}

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
      'Only this answer shows link and secret. The cap is exact, also for concurrent downloads. A file has at most 200 links that work, 50 of them of one person who does not own the room and 150 of all of these (409 `LIMIT_REACHED`), and keeps its 200 newest ended ones.',
    params: oneFile,
    body: CreateShareBody,
    answer: one(NewShareView),
    status: [201],
    errors: ['LIMIT_REACHED'],
    handle: async (app, ctx, { params, body }) => {
      const share = await app.shares.create(ctx, {
        fileId: params.file_id,
        expiresIn: body.expires_in,
        maxDownloads: body.max_downloads ?? null,
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
    params: oneFile,
    query: MayPageQuery,
    answer: many(ShareView),
    status: [200],
    handle: async (app, ctx, { params, query }) => {
      const { items, meta } = await app.shares.list(ctx, { fileId: params.file_id, ...pageRequest(query) });
      return listed(items.map(shareView), meta);
    },
  }),
  route({
    operationId: 'listRoomShares',
    method: 'get',
    path: '/rooms/:id/shares',
    access: 'signed-in',
    action: 'room.shares.list',
    summary: 'List the share links of a room',
    description: 'Links to files above the caller’s clearance are not listed.',
    params: oneRoom,
    query: MayPageQuery,
    answer: many(ShareView),
    status: [200],
    errors: ['ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE'],
    handle: async (app, ctx, { params, query }) => {
      const { items, meta } = await app.shares.listOfRoom(ctx, { roomId: params.id, ...pageRequest(query) });
      return listed(items.map(shareView), meta);
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
    params: bySecret,
    countedBy: 'token',
    answer: one(PeekView),
    status: [200],
    errors: deadLink,
    handle: async (app, visitor, { params }) => ok(peekView(await app.shares.peek(visitor, { secret: params.token }))),
  }),
  route({
    operationId: 'redeemShare',
    method: 'post',
    path: '/shares/by-token/:token/download',
    access: 'public',
    summary: 'Use one download of a link',
    description:
      'Counts one download and answers the address of the ciphertext and the wrapped key. With the same Idempotency-Key it is the same download for ten minutes and three repetitions; after that another one is used up, or it is 410. `redemption` finishes this download if it is interrupted.',
    params: bySecret,
    countedBy: 'token',
    answer: one(RedeemedView),
    status: [200],
    errors: [...deadLink, 'STORAGE_UNAVAILABLE'],
    body: RedeemBody,
    handle: async (app, visitor, { params, body }) =>
      ok(redeemedView(await app.shares.redeem(visitor, { secret: params.token, client: body.client_jkt }))),
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
