import {
  decide,
  decideOnAny,
  isThere,
  leadsThroughOwners,
  parentPath,
  versionRead,
  versionsOf,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { WayToFolder } from '../folders/way-to-folder.ts';
import { type OfFile, placeIn, roomRefsOf } from './about-places.ts';
import type { Topic } from './topic.ts';

export function aboutFile(deps: Pick<Deps, 'documents'>, place: OfFile): Topic {
  let way: WayToFolder | undefined;
  return {
    refs: [...roomRefsOf(place), refTo(files, place.fileId)],
    loadMore: async (snapshot) => {
      const [file, room] = [snapshot.find(files, place.fileId), snapshot.find(rooms, place.roomId)];
      const isConfirmed = place.action === 'file.confirm' && file?.status === 'pending' && isThere(room);
      way =
        isConfirmed && leadsThroughOwners(room, file.folder)
          ? new WayToFolder(deps, place.roomId, file.folder)
          : undefined;
      return way === undefined ? [] : way.loadSpellings();
    },
    decide: (uow, asked) => {
      const file = uow.find(files, place.fileId);
      const facts = { ...asked, ...placeIn(uow, place), file };
      const versions =
        file?.status === 'available' ? versionsOf(file).map(({ number }) => versionRead(file, number)) : [];
      const decision = decideOnAny(
        'file',
        place.action,
        [...versions, undefined].map((version) => ({ ...facts, version })),
      );
      const { room } = facts;
      if (way === undefined || decision.effect === 'deny' || !isThere(room)) return decision;
      // To confirm makes the folders on the way that the user does not see.
      return (
        way
          .find(uow, { ...facts, room })
          .steps.filter(({ isSeen }) => !isSeen)
          .map(({ path }) => decide('folder.make', { ...facts, place: parentPath(path) }))
          .find(({ effect }) => effect === 'deny') ?? decision
      );
    },
  };
}
