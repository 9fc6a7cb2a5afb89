import type { Change, StoredDocument, Versioned } from '@strongroom/ports';
import { within } from './layout.ts';

/** The document that a change names: the new state, or only id and version. */
export const subjectOf = (change: Change): StoredDocument | Versioned => {
  if ('insert' in change) return change.insert;
  if ('replace' in change) return change.replace;
  return 'remove' in change ? change.remove : change.expect;
};

/**
 * Refuses, before anything is sent, what would not come back as it is: two changes of one document [DS-23], numbers that
 * are not exact, and strings that have no UTF-8 form (a lone surrogate would be stored as another character, and might
 * meet somebody else's key). Also whatever is not a string or a number: an object in its place would be an operator.
 */
export const refuseMalformed = (changes: readonly Change[]): void => {
  const seen = new Set<string>();
  for (const change of changes) {
    const subject = subjectOf(change);
    refuseStrings([change.collection, subject.id]);
    refuseNumbers([subject.version]);
    const name = within(change.collection, subject.id);
    if (seen.has(name)) throw new TypeError('two changes of the same document in one commit');
    seen.add(name);
    if ('keys' in subject) {
      refuseStrings(subject.keys);
      refuseStrings(subject.uniqueKeys);
      refuseNumbers([subject.position, subject.schema]);
    }
  }
};

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether it is a string with a UTF-8 form. One that has none names nothing in a store. */
export const isStorable = (text: unknown): text is string => typeof text === 'string' && !LONE_SURROGATE.test(text);

const refuseStrings = (texts: readonly unknown[]): void => {
  if (!texts.every(isStorable)) throw new TypeError('a name or key that is no text, or has a lone surrogate');
};

/** For what goes into filters as well. */
export const refuseNumbers = (numbers: readonly unknown[]): void => {
  if (!numbers.every(Number.isSafeInteger))
    throw new TypeError('a version, schema, position or limit that is no exact integer');
};
