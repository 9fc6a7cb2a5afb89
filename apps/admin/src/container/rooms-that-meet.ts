import { roomsThatMeet } from '@strongroom/application';
import type { StoreToRead } from '../service/stores.ts';
import { openToRead } from './examined-log.ts';

/** The rooms that keep groups apart and show them to each other; none for a store that cannot be read, which has a check of its own. */
export const readRoomsThatMeet: (store: StoreToRead) => Promise<readonly string[]> = async (store) => {
  try {
    const documents = await openToRead(store);
    try {
      return await roomsThatMeet(documents);
    } finally {
      await documents.close();
    }
  } catch {
    return [];
  }
};
