import type { Change, StoredDocument, Versioned } from '@strongroom/ports';

/** The document that a change names: the new state, or only id and version. */
export const subjectOf = (change: Change): StoredDocument | Versioned => {
  if ('insert' in change) return change.insert;
  if ('replace' in change) return change.replace;
  return 'remove' in change ? change.remove : change.expect;
};

/** One string per document of a store. The length keeps `a` + `bc` and `ab` + `c` apart. */
export const identity = (collection: string, id: string): string => `${collection.length}:${collection}${id}`;

/**
 * Refuses, before anything is touched, what no store could keep as it is: two changes of one document [DS-23], numbers
 * that are not exact, and strings that have no UTF-8 form (a lone surrogate would come back as another character, and
 * might meet somebody else's key).
 */
export const refuseMalformed = (changes: readonly Change[]): void => {
  const seen = new Set<string>();
  for (const change of changes) {
    const subject = subjectOf(change);
    const name = identity(change.collection, subject.id);
    if (seen.has(name)) throw new TypeError('two changes of the same document in one commit');
    seen.add(name);
    refuseStrings([change.collection, subject.id]);
    refuseNumbers([subject.version]);
    if ('keys' in subject) {
      refuseStrings(subject.keys);
      refuseStrings(subject.uniqueKeys);
      refuseNumbers([subject.position, subject.schema]);
    }
  }
};

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether a string has a UTF-8 form. One that has none names nothing in a store. */
export const isStorable = (text: string): boolean => !LONE_SURROGATE.test(text);

const refuseStrings = (texts: readonly string[]): void => {
  if (!texts.every(isStorable)) throw new TypeError('a lone surrogate in a name or key');
};

const refuseNumbers = (numbers: readonly number[]): void => {
  if (!numbers.every(Number.isSafeInteger))
    throw new TypeError('a version, schema or position that is no exact integer');
};
