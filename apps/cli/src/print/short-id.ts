const SHOWN = 8;
const BEGINNING = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/;

/** The beginning of an id. Commands accept it wherever it begins only one id. */
export const shortId = (id: string): string => id.slice(0, SHOWN);

/** Whether a word may be the beginning of an id: eight characters at least, so that a short name is never taken for one. */
export const isIdBeginning = (text: string): boolean => BEGINNING.test(text);
