import {
  DomainError,
  MAX_WEBHOOKS,
  MAX_WEBHOOKS_IN_ROOMS_BY_ONE,
  MAX_WEBHOOKS_OF_ROOM,
  type RoomId,
  type UserId,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refTo } from '../../store/collection.ts';
import { ORGANISATION, organisations } from '../../store/organisation.ts';
import { rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';
import { ALL_WEBHOOKS, webhooks, webhooksInRoomsBy, webhooksOfRoom } from '../../store/webhooks.ts';

type Counts = Readonly<{ place: number; ofOne: number }>;

/** The webhooks that are counted against one more. Counts them at each attempt. */
export function webhookLimits(
  { documents }: Pick<Deps, 'documents'>,
  { roomId, userId }: Readonly<{ roomId: RoomId | undefined; userId: UserId }>,
) {
  let counts: Counts = { place: 0, ofOne: 0 };
  const count = (key: string): Promise<number> => documents.count(webhooks.name, { anyOf: [key] });
  return {
    refs: [refTo(organisations, ORGANISATION)],
    loadMore: async () => {
      const [place, ofOne] = await Promise.all([
        count(roomId === undefined ? ALL_WEBHOOKS : webhooksOfRoom(roomId)),
        roomId === undefined ? 0 : count(webhooksInRoomsBy(userId)),
      ]);
      counts = { place, ofOne };
      return [];
    },
    /** Throws LIMIT_REACHED. */
    assertNew: (uow: UnitOfWork): void => {
      const most = roomId === undefined ? MAX_WEBHOOKS : MAX_WEBHOOKS_OF_ROOM;
      if (counts.place >= most) throw new DomainError('LIMIT_REACHED', { message: `At most ${most} webhooks.` });
      // Every other new one replaces it too, so none is counted too late.
      if (roomId === undefined) uow.put(organisations, uow.get(organisations, ORGANISATION));
      else uow.put(rooms, uow.get(rooms, roomId));
    },
    /** For a webhook that becomes one of the user. Throws LIMIT_REACHED. */
    assertOfOne: (uow: UnitOfWork): void => {
      if (roomId === undefined) return;
      if (counts.ofOne >= MAX_WEBHOOKS_IN_ROOMS_BY_ONE)
        throw new DomainError('LIMIT_REACHED', {
          message: `At most ${MAX_WEBHOOKS_IN_ROOMS_BY_ONE} webhooks in rooms are of one person.`,
        });
      uow.put(users, uow.get(users, userId));
    },
  };
}
