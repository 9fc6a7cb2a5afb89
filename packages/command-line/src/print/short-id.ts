const SHOWN = 8;
const PART = /^[0-9a-f-]{8,36}$/;

/** The end of an id, which is random; ids of one moment begin alike. Commands accept it wherever only one id ends with it. */
export const shortId = (id: string): string => id.slice(-SHOWN);

/** Whether a word may be a part of an id: eight characters at least, so that a short name is never mistaken for one. */
export const isPartOfId = (text: string): boolean => PART.test(text);
