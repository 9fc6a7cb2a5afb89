import type { Change, StoredDocument, Versioned } from './document-store.ts';

/** The document of a change: its new state, or only its id and version. */
export const subjectOf = (change: Change): StoredDocument | Versioned => {
  if ('insert' in change) return change.insert;
  if ('replace' in change) return change.replace;
  return 'remove' in change ? change.remove : change.expect;
};

/** A different string for each document of a store. The length distinguishes `a` + `bc` from `ab` + `c`. */
export const identity = (collection: string, id: string): string => `${collection.length}:${collection}${id}`;

/**
 * Throws TypeError, before a store does anything, for a commit that cannot be stored unchanged: two changes of one document
 * [DS-23], numbers that are not exact integers, and strings that are not well-formed. A lone surrogate would be stored as
 * another character and might equal another key; an object in place of a string might be an operator of a database.
 */
export function refuseMalformed(changes: readonly Change[]): void {
  const seen = new Set<string>();
  for (const change of changes) {
    const subject = subjectOf(change);
    refuseStrings([change.collection, subject.id]);
    refuseNumbers([subject.version]);
    const name = identity(change.collection, subject.id);
    if (seen.has(name)) throw new TypeError('two changes of the same document in one commit');
    seen.add(name);
    if ('keys' in subject) {
      refuseStrings(subject.keys);
      refuseStrings(subject.uniqueKeys);
      refuseNumbers([subject.position, subject.schema]);
    }
  }
}

/** Whether a value is a string with a UTF-8 form. No document has another as its name or key. */
export const isStorable = (text: unknown): text is string => typeof text === 'string' && text.isWellFormed();

const refuseStrings = (texts: readonly unknown[]): void => {
  if (!texts.every(isStorable)) throw new TypeError('a name or key is not a string, or has a lone surrogate');
};

/** Throws TypeError unless all are exact integers. */
export const refuseNumbers = (numbers: readonly unknown[]): void => {
  if (!numbers.every(Number.isSafeInteger))
    throw new TypeError('a version, schema, position or limit is not an exact integer');
};
