import type { Reply } from '../../support/caller.ts';
import type { Asked, Deed, ReadRoom } from './in-rooms.ts';
import { done, FOLDERS, type FolderName } from './people.ts';

const offers =
  (folder: FolderName, item: string) =>
  ({ files }: ReadRoom): boolean =>
    files.menus[`Actions for ${folder}`]?.includes(item) ?? false;

const pathTo = ({ at }: Asked, folder: FolderName): string => `/rooms/${at.room}/folders/${at.folders[folder]}`;

/** As the page does it: first the place becomes one in which a folder can be restricted. */
async function restrict(asked: Asked, folder: FolderName): Promise<Pick<Reply, 'status'>> {
  const { person, at } = asked;
  const closed = await person.session.patch(`/rooms/${at.room}`, { structure: 'owners' });
  return closed.status < 300 ? person.session.put(`${pathTo(asked, folder)}/access`, { groups: [] }) : closed;
}

async function unrestrict(asked: Asked, folder: FolderName): Promise<void> {
  const { seller } = asked.others;
  await done(seller.caller.put(`${pathTo(asked, folder)}/access`, { groups: null }));
  await done(seller.caller.patch(`/rooms/${asked.at.room}`, { structure: 'open' }));
}

const deedsOn = (folder: FolderName): readonly Deed[] => [
  {
    name: `${folder}: Rename`,
    isOffered: offers(folder, 'Rename'),
    attempt: (asked) => asked.person.session.patch(pathTo(asked, folder), { path: 'Renamed' }),
    undo: (asked) => done(asked.others.seller.caller.patch(pathTo(asked, folder), { path: folder })),
  },
  {
    name: `${folder}: Move`,
    isOffered: offers(folder, 'Move'),
    attempt: (asked) => asked.person.session.patch(pathTo(asked, folder), { path: `Elsewhere/${folder}` }),
    undo: (asked) => done(asked.others.seller.caller.patch(pathTo(asked, folder), { path: folder })),
  },
  {
    name: `${folder}: Who sees it`,
    isOffered: offers(folder, 'Who sees it'),
    attempt: (asked) => restrict(asked, folder),
    undo: (asked) => unrestrict(asked, folder),
  },
  {
    name: `${folder}: Activity`,
    isOffered: offers(folder, 'Activity'),
    attempt: async (asked) => {
      const seen = await asked.person.session.get(pathTo(asked, folder));
      return seen.status < 300 ? asked.person.session.get(`/audit-events?room_id=${asked.at.room}`) : seen;
    },
  },
  {
    name: `${folder}: Ask for files`,
    isOffered: offers(folder, 'Ask for files'),
    attempt: ({ person, at }) =>
      person.session.post(`/rooms/${at.room}/upload-requests`, { expires_in: 3600, folder_id: at.folders[folder] }),
  },
  {
    name: `${folder}: Delete`,
    isOffered: offers(folder, 'Delete'),
    attempt: (asked) => asked.person.session.delete(pathTo(asked, folder)),
  },
];

/** A folder goes at the end. */
export const IN_FOLDERS: readonly Deed[] = FOLDERS.flatMap(deedsOn);
