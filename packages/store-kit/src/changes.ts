import { type Change, type StoredDocument, type Versioned } from '@strongroom/ports';

/** The document of a change: its new state, or only its id and version. */
export const subjectOf = (change: Change): StoredDocument | Versioned => {
  if ('insert' in change) return change.insert;
  if ('replace' in change) return change.replace;
  return 'remove' in change ? change.remove : change.expect;
};

/** A different string for each document of a store. The length distinguishes `a` + `bc` from `ab` + `c`. */
export const documentIdentity = (collection: string, id: string): string => `${collection.length}:${collection}${id}`;

/**
 * Throws TypeError, before a store does anything, for a commit that cannot be stored unchanged: two changes of one document
 * [DS-23], numbers that are not exact integers, and strings that are not well-formed. A lone surrogate would be stored as
 * another character and might equal another key; an object in place of a string might be an operator of a database.
 */
export function refuseMalformed(changes: readonly Change[]): void {
  for (const change of changes) {
    const subject = subjectOf(change);
    refuseString(change.collection);
    refuseString(subject.id);
    refuseNumber(subject.version);
    if ('keys' in subject) {
      subject.keys.forEach(refuseString);
      subject.uniqueKeys.forEach(refuseString);
      refuseNumber(subject.position);
      refuseNumber(subject.schema);
    }
  }
  if (changes.length > 1 && new Set(changes.map(nameOf)).size < changes.length)
    throw new TypeError('two changes of the same document in one commit');
}

const nameOf = (change: Change): string => documentIdentity(change.collection, subjectOf(change).id);

/** Whether a value is a string with a UTF-8 form. No document has another as its name or key. */
export const isStorable = (text: unknown): text is string => typeof text === 'string' && text.isWellFormed();

function refuseString(text: unknown): void {
  if (!isStorable(text)) throw new TypeError('a name or key is not a string, or has a lone surrogate');
}

function refuseNumber(number: unknown): void {
  if (!Number.isSafeInteger(number))
    throw new TypeError('a version, schema, position or limit is not an exact integer');
}

/** Throws TypeError unless all are exact integers. */
export const refuseInexactNumbers = (numbers: readonly unknown[]): void => numbers.forEach(refuseNumber);
