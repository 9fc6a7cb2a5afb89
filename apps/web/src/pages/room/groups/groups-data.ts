import { queries } from '../../../base/queries.ts';

/** After a group or a restriction was changed: members see other folders and files. */
export const refreshAfterGroupChange = (roomId: string): Promise<unknown> =>
  Promise.all(
    ['groups', 'members', 'folders', 'files', 'room'].map((name) =>
      queries.invalidateQueries({ queryKey: [name, roomId] }),
    ),
  );
