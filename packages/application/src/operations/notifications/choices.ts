import {
  chooseNews,
  chooseNoNews,
  type NewsChoice,
  type NewsLevel,
  type Notifications,
  newNotifications,
  newsLevelOf,
  type RoomId,
  type TimeZone,
  timeZoneOf,
  type UserId,
} from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import { SYSTEM } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { userTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { newsRulesOf } from '../../steps/news/news-rules.ts';
import { userOfToken } from '../../steps/news/unsubscribe-token.ts';
import { refTo } from '../../store/collection.ts';
import { notifications } from '../../store/notifications.ts';
import { users } from '../../store/users.ts';

type ChoiceDeps = OperationDeps & Pick<Deps, 'news' | 'mailLimits'>;

/** `level`: the own choice, or null; `applies`: what holds. `off`: the operator lets no one get any. */
type Level = Readonly<{ level: NewsLevel | null; applies: NewsLevel | 'off' }>;
export type OwnNotifications = Level & Readonly<{ timeZone: TimeZone }>;
export type RoomNotifications = Level;

const refOf = ({ credential }: SignedIn) => refTo(notifications, credential.userId);
const choicesOf = (snapshot: Snapshot, userId: UserId): Notifications =>
  snapshot.find(notifications, userId) ?? newNotifications(userId);

const appliesIn = ({ news = 'off' }: ChoiceDeps, level: NewsLevel): NewsLevel | 'off' =>
  news === 'off' ? 'off' : level;

const ownOf = (deps: ChoiceDeps, known: Notifications): OwnNotifications => ({
  level: known.level ?? null,
  applies: appliesIn(deps, known.level ?? newsRulesOf(deps).standard),
  timeZone: timeZoneOf(known),
});

const roomOf = (deps: ChoiceDeps, known: Notifications, roomId: RoomId): RoomNotifications => ({
  level: known.rooms.find((room) => room.roomId === roomId)?.level ?? null,
  applies: appliesIn(deps, newsLevelOf(known, roomId, newsRulesOf(deps).standard)),
});

function chosen(deps: ChoiceDeps, uow: UnitOfWork, { credential }: SignedIn, choice: NewsChoice): Notifications {
  const next = chooseNews(choicesOf(uow, credential.userId), choice, deps.clock.now(), newsRulesOf(deps));
  uow.put(notifications, next);
  return next;
}

/** The mails with news that the caller gets. */
export const getNotifications =
  (deps: ChoiceDeps) =>
  (ctx: SignedIn): Promise<OwnNotifications> =>
    asCaller(deps, ctx, userTarget(ctx.credential.userId), {
      action: 'me.see',
      refs: [refOf(ctx)],
      apply: (uow) => ownOf(deps, choicesOf(uow, ctx.credential.userId)),
    });

type EditInput = Readonly<{ level?: NewsLevel | null | undefined; timeZone?: TimeZone | undefined }>;

/** Changes the mails with news that the caller gets. */
export const editNotifications =
  (deps: ChoiceDeps) =>
  (ctx: SignedIn, input: EditInput): Promise<OwnNotifications> =>
    asCaller(deps, ctx, userTarget(ctx.credential.userId), {
      action: 'notifications.edit',
      refs: [refOf(ctx)],
      apply: (uow) => ownOf(deps, chosen(deps, uow, ctx, input)),
    });

/** The mails with news of a room that the caller gets. Throws ROOM_NOT_FOUND. */
export const getRoomNotifications =
  (deps: ChoiceDeps) =>
  (ctx: SignedIn, { roomId }: Readonly<{ roomId: RoomId }>): Promise<RoomNotifications> =>
    inRoom(deps, ctx, roomId, {
      action: 'room.get',
      refs: [refOf(ctx)],
      apply: (uow) => roomOf(deps, choicesOf(uow, ctx.credential.userId), roomId),
    });

type EditInRoomInput = Readonly<{ roomId: RoomId; level: NewsLevel | null }>;

/** Changes the mails with news of a room that the caller gets. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE. */
export const editRoomNotifications =
  (deps: ChoiceDeps) =>
  (ctx: SignedIn, { roomId, level }: EditInRoomInput): Promise<RoomNotifications> =>
    inRoom(deps, ctx, roomId, {
      action: 'room.notifications.edit',
      refs: [refOf(ctx)],
      apply: (uow) => roomOf(deps, chosen(deps, uow, ctx, { room: { roomId, level } }), roomId),
    });

/** Switches off the mails with news to the user of a token (RFC 8058). Returns false for a token that was never made. */
export const unsubscribe =
  (deps: Pick<Deps, 'runner' | 'secrets'>) =>
  async (token: string): Promise<boolean> => {
    const userId = userOfToken(deps.secrets, token);
    if (userId === undefined) return false;
    await deps.runner.run({
      author: SYSTEM,
      refs: [refTo(notifications, userId), refTo(users, userId)],
      apply: (uow) => {
        if (uow.find(users, userId) !== undefined) uow.put(notifications, chooseNoNews(choicesOf(uow, userId)));
      },
    });
    return true;
  };
