import { goTo } from '../../../base/router.tsx';

/** Goes to a folder of a room. */
export const showFolder = (roomId: string, folder: string): void =>
  goTo(`/rooms/${roomId}${folder === '' ? '' : `?folder=${encodeURIComponent(folder)}`}`);
