import { idsOfPerson } from './ids-of-person.ts';

/** The files that a person opened last with this browser, each with its room. */
const opened = idsOfPerson('opened-files', 8);

type OfRoom = Readonly<{ roomId: string; id: string }>;
const placeOf = ({ roomId, id }: OfRoom): string => `${roomId}/${id}`;

export const openedFiles = (): readonly OfRoom[] =>
  opened.kept().map((place) => {
    const [roomId = '', id = ''] = place.split('/');
    return { roomId, id };
  });
export const noteOpened = (file: OfRoom): void => opened.note(placeOf(file));
export const forgetOpened = (file: OfRoom): void => opened.forget(placeOf(file));
