import {
  type AuditEvent,
  DAY,
  type Ending,
  type EventType,
  type Instant,
  instant,
  isRevoked,
  type RoomId,
  type UserId,
  UserId as UserIdValue,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { membershipId, memberships } from '../../store/rooms.ts';
import { shareLinks } from '../../store/share-links.ts';
import { uploadRequests } from '../../store/upload-requests.ts';

type Read = Readonly<{ kind: Ending['kind']; id: string; end: unknown }>;
type Reading = (event: AuditEvent, roomId: RoomId) => Read | undefined;

const member = (roomId: RoomId, userId: unknown, end: unknown): Read | undefined =>
  UserIdValue.is(userId) ? { kind: 'membership', id: membershipId(roomId, userId), end } : undefined;

const READINGS = new Map<string, Reading>(
  Object.entries({
    'share.created': ({ target, data }) => ({ kind: 'link', id: target.id, end: data.expires_at }),
    'share.edited': ({ target, data: { changed } }) => ({
      kind: 'link',
      id: target.id,
      end: typeof changed === 'object' ? changed?.expires_at : undefined,
    }),
    'upload_request.created': ({ target, data }) => ({ kind: 'request', id: target.id, end: data.expires_at }),
    'member.added': ({ data }, roomId) => member(roomId, data.user_id, data.expires_at),
    'member.end_changed': ({ data }, roomId) => member(roomId, data.user_id, data.to),
  } satisfies Partial<Record<EventType, Reading>>),
);

/** The ends that events set. An end within a day is no news: the person heard of it when it was set. */
export const endingsAmong = (events: readonly AuditEvent[]): readonly (Ending & Readonly<{ roomId: RoomId }>)[] =>
  events.flatMap((event) => {
    const { roomId } = event.target;
    const read = roomId === null ? undefined : READINGS.get(event.type)?.(event, roomId);
    if (roomId === null || typeof read?.end !== 'string') return [];
    const { kind, id } = read;
    const endsAt = instant(Date.parse(read.end));
    return endsAt - event.occurredAt < DAY ? [] : [{ roomId, kind, id, endsAt }];
  });

/** The person whose ending it is; undefined where the thing is gone, was revoked, or has another end now. */
export async function personOfEnding(
  { documents }: Pick<Deps, 'documents'>,
  ending: Ending,
): Promise<UserId | undefined> {
  const found = await LOOKUPS[ending.kind](documents, ending.id);
  return found !== undefined && isEnd(found.expiresAt, ending) ? found.userId : undefined;
}

/** Events have whole seconds. */
export const isEnd = (expiresAt: Instant | undefined, { endsAt }: Pick<Ending, 'endsAt'>): boolean =>
  expiresAt !== undefined && Math.floor(expiresAt / 1000) === Math.floor(endsAt / 1000);

type Found = Readonly<{ userId: UserId; expiresAt: Instant | undefined }>;
type Lookup = (documents: Deps['documents'], id: string) => Promise<Found | undefined>;

const LOOKUPS: Readonly<Record<Ending['kind'], Lookup>> = {
  link: async (documents, id) => {
    const [document] = await documents.read([refTo(shareLinks, id)]);
    const link = document && stateOf(shareLinks, document);
    return link && !isRevoked(link) ? { userId: link.createdBy, expiresAt: link.expiresAt } : undefined;
  },
  request: async (documents, id) => {
    const [document] = await documents.read([refTo(uploadRequests, id)]);
    const request = document && stateOf(uploadRequests, document);
    if (request === undefined || request.opened === null || request.revokedAt !== null) return undefined;
    return { userId: request.createdBy, expiresAt: request.expiresAt };
  },
  membership: async (documents, id) => {
    const [document] = await documents.read([refTo(memberships, id)]);
    const membership = document && stateOf(memberships, document);
    return membership && { userId: membership.userId, expiresAt: membership.expiresAt };
  },
};
