import { decideOnAny, isThere, versionRead, versionsOf } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { MakingOnConfirmation } from '../folders/making-on-confirmation.ts';
import type { QuestionTopic } from './topic.ts';
import { type OfFile, placeIn, roomRefsOf } from './topics-of-places.ts';

export function topicOfFile(deps: Pick<Deps, 'documents'>, place: OfFile): QuestionTopic {
  const making = new MakingOnConfirmation(deps);
  return {
    refs: [...roomRefsOf(place), refTo(files, place.fileId)],
    loadMore: async (snapshot) =>
      place.action === 'file.confirm'
        ? making.load(snapshot.find(files, place.fileId), snapshot.find(rooms, place.roomId))
        : [],
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
      if (decision.effect === 'deny' || !isThere(room)) return decision;
      return making.refusal(uow, { ...facts, room }) ?? decision;
    },
  };
}
