import { MAX_ENDED_REQUESTS, MAX_LIVING_REQUESTS, type RoomId, type UploadRequest } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument } from '../../kernel/identity-map.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { requestsOfRoom, uploadRequests } from '../../store/upload-requests.ts';

/** The upload requests of a room to which one is added. `load` loads them at each attempt, for a caller who may add it. */
export function requestsToAddTo({ documents }: Pick<Deps, 'documents'>, roomId: RoomId) {
  let ids: readonly string[] = [];
  return {
    load: async (): Promise<readonly ListedDocument[]> => {
      // More are stored while items of ended ones wait.
      const page = { limit: 2 * (MAX_LIVING_REQUESTS + MAX_ENDED_REQUESTS), order: 'oldest' } as const;
      const found = await documents.list(uploadRequests.name, { anyOf: [requestsOfRoom(roomId)] }, page);
      ids = found.map(({ id }) => id);
      return found.map((document) => ({ collection: uploadRequests.name, document }));
    },
    /** The oldest first, with those made by the same commit. */
    of: (uow: UnitOfWork): readonly UploadRequest[] => {
      const made = uow.written(uploadRequests).filter((request) => request.roomId === roomId);
      const all = new Set([...ids, ...made.map(({ id }) => id)]);
      return [...all].flatMap((id) => uow.find(uploadRequests, id) ?? []);
    },
  };
}
