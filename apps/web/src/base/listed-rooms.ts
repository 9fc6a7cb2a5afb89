import { idsOfPerson } from './ids-of-person.ts';

/** The rooms whose files this browser listed for one person. */
const listed = idsOfPerson('listed-rooms', 200);

/** Whether the person who was signed in last could list the files of a room. */
export const wereListed = (roomId: string): boolean => listed.kept().includes(roomId);

/** Notes whether the person who is signed in may list the files of a room. */
export function noteListing(roomId: string, isAllowed: boolean): void {
  if (wereListed(roomId) !== isAllowed) (isAllowed ? listed.note : listed.forget)(roomId);
}
