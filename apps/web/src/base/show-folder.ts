import { folderAddress } from './file-address.ts';
import { goTo } from './router.tsx';

/** Goes to a folder of a room. */
export const showFolder = (roomId: string, folder: string): void => goTo(folderAddress(roomId, folder));

/** Whether the page lists this folder of the room. */
export const isFolderShown = (roomId: string, folder: string): boolean =>
  location.pathname === `/rooms/${roomId}` && (new URLSearchParams(location.search).get('folder') ?? '') === folder;
