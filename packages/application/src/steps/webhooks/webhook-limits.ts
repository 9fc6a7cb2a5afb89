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

const countOf = ({ documents }: Pick<Deps, 'documents'>, key: string): Promise<number> =>
  documents.count(webhooks.name, { anyOf: [key] });

/** The limit of webhooks of the room, or else of the organisation. Counts them at each attempt. */
export function webhookLimits(deps: Pick<Deps, 'documents'>, { roomId }: Readonly<{ roomId: RoomId | undefined }>) {
  let count = 0;
  return {
    refs: [refTo(organisations, ORGANISATION)],
    count: async (): Promise<void> => {
      count = await countOf(deps, roomId === undefined ? ALL_WEBHOOKS : webhooksOfRoom(roomId));
    },
    /** Throws LIMIT_REACHED. */
    assertOneMore: (uow: UnitOfWork): void => {
      const most = roomId === undefined ? MAX_WEBHOOKS : MAX_WEBHOOKS_OF_ROOM;
      if (count >= most) throw new DomainError('LIMIT_REACHED', { message: `At most ${most} webhooks.` });
      // Every other new one replaces it too, so none is counted too late.
      if (roomId === undefined) uow.put(organisations, uow.get(organisations, ORGANISATION));
      else uow.put(rooms, uow.get(rooms, roomId));
    },
  };
}

/**
 * The limit of webhooks in rooms that belong to one person. Counts for every webhook in question, so that a hidden one takes
 * the same statements as an absent one.
 */
export function webhooksOfOne(deps: Pick<Deps, 'documents'>, userId: UserId) {
  let count = 0;
  return {
    count: async (): Promise<void> => {
      count = await countOf(deps, webhooksInRoomsBy(userId));
    },
    /** For a webhook in a room. Throws LIMIT_REACHED. */
    assertOneMore: (uow: UnitOfWork): void => {
      if (count >= MAX_WEBHOOKS_IN_ROOMS_BY_ONE)
        throw new DomainError('LIMIT_REACHED', {
          message: `At most ${MAX_WEBHOOKS_IN_ROOMS_BY_ONE} webhooks in rooms are of one person.`,
        });
      uow.put(users, uow.get(users, userId));
    },
  };
}
