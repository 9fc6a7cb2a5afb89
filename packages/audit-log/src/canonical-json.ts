import type { Json } from '@strongroom/domain';
import { isStorable } from '@strongroom/store-kit';

/**
 * The canonical text of a JSON value (RFC 8785): sorted names, no spaces. Throws TypeError for a number that is not an
 * exact integer and for a lone surrogate: another program would not get the same bytes from them.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return canonicalText(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError('an event holds a number that is not an exact integer');
    return String(value);
  }
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`an event holds a ${typeof value}, which JSON cannot hold`);
  // JSON.stringify of a sorted object would put names like integers first.
  let text = '';
  const members = Object.entries(value);
  if (members.length > 1) members.sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, member] of members)
    text += `${text === '' ? '' : ','}${canonicalText(name)}:${canonicalJson(member)}`;
  return `{${text}}`;
}

/** Printable ASCII that JSON writes as it is; nearly all texts of an event are. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** The canonical text of a string. Throws TypeError for anything that is not a string, and for a lone surrogate. */
export function canonicalText(text: string): string {
  if (typeof text === 'string' && PLAIN.test(text)) return `"${text}"`;
  if (!isStorable(text)) throw new TypeError('an event holds a string with a lone surrogate, or none at all');
  return JSON.stringify(text);
}
