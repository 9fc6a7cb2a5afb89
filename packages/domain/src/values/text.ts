import type { ErrorCode } from '../errors.ts';
import { type Branded, defineValue, type Value } from './value.ts';

/** Control characters, bidi overrides and isolates (they can make a name read as another). */
const CONTROL_OR_BIDI = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;
/** The same without line feed, carriage return and tab, for texts of several lines. */
const CONTROL_OR_BIDI_EXCEPT_BREAKS = /[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/u;
/** Half of a surrogate pair: no character, and stores differ in what they keep of it. */
const LONE_SURROGATE = /\p{Cs}/u;
/** Something that leaves ink: neither white space nor an invisible or ignorable character. */
const VISIBLE = /[^\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

/** Number of Unicode code points, which is what every length in the interface counts. */
export const codePoints = (text: string): number => {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) i++;
    count++;
  }
  return count;
};

type TextRules = Readonly<{
  name: string;
  description: string;
  min: number;
  max: number;
  lines?: 'one' | 'many';
  refusal?: ErrorCode;
  examples?: readonly string[];
  /** Further rules of this text, after the general ones. */
  also?: (text: string) => string | undefined;
}>;

/** A text as people write it. Stored exactly as sent; see interface section 1. */
export function defineText<B extends string>(rules: TextRules & { name: B }): Value<Branded<string, B>> {
  const many = rules.lines === 'many';
  return defineValue({
    name: rules.name,
    description: rules.description,
    schema: {
      type: 'string',
      minLength: rules.min,
      maxLength: rules.max,
      ...(rules.examples ? { examples: rules.examples } : {}),
    },
    rule: 'text',
    ...(rules.refusal ? { refusal: rules.refusal } : {}),
    check: (input) => {
      if (typeof input !== 'string') return 'must be a string';
      if (LONE_SURROGATE.test(input)) return 'must not hold lone surrogates';
      const length = codePoints(input);
      if (length < rules.min) return `must have at least ${rules.min} character${rules.min === 1 ? '' : 's'}`;
      if (length > rules.max) return `must have at most ${rules.max} characters`;
      if ((many ? CONTROL_OR_BIDI_EXCEPT_BREAKS : CONTROL_OR_BIDI).test(input))
        return 'must not hold control or bidirectional formatting characters';
      if (rules.min > 0 && !VISIBLE.test(input)) return 'must not be blank';
      return rules.also?.(input);
    },
  });
}

export const RoomName = defineText({
  name: 'RoomName',
  description: 'Name of a room, one line.',
  min: 1,
  max: 200,
  examples: ['Project Falcon'],
});
export type RoomName = Branded<string, 'RoomName'>;

export const RoomDescription = defineText({
  name: 'RoomDescription',
  description: 'What a room is for; may hold line breaks.',
  min: 0,
  max: 2000,
  lines: 'many',
  examples: ['Papers of the merger'],
});
export type RoomDescription = Branded<string, 'RoomDescription'>;
export const NO_DESCRIPTION = '' as RoomDescription;

export const PersonName = defineText({
  name: 'PersonName',
  description: 'Name of a person, one line.',
  min: 1,
  max: 200,
  examples: ['Ada Lovelace'],
});
export type PersonName = Branded<string, 'PersonName'>;

export const TokenName = defineText({
  name: 'TokenName',
  description: 'What a token is for, one line.',
  min: 1,
  max: 100,
  examples: ['nightly upload'],
});
export type TokenName = Branded<string, 'TokenName'>;

export const OrgUnitName = defineText({
  name: 'OrgUnitName',
  description: 'Name of an org unit, one line.',
  min: 1,
  max: 200,
  examples: ['Legal'],
});
export type OrgUnitName = Branded<string, 'OrgUnitName'>;

export const FileName = defineText({
  name: 'FileName',
  description: 'Name of a file: one segment, no path separators, not "." or "..".',
  min: 1,
  max: 255,
  examples: ['term-sheet.pdf'],
  also: (text) =>
    /[/\\]/.test(text) || text === '.' || text === '..'
      ? 'must be one path segment other than "." and ".."'
      : undefined,
});
export type FileName = Branded<string, 'FileName'>;

export const FolderPath = defineText({
  name: 'FolderPath',
  description: 'Where the file stands: segments joined by "/", none empty, "." or "..". Empty for the top of the room.',
  min: 0,
  max: 1024,
  examples: ['contracts/2026'],
  also: (text) =>
    text !== '' &&
    text.split('/').some((segment) => segment === '' || segment === '.' || segment === '..' || segment.includes('\\'))
      ? 'must be segments joined by "/", none of them empty, "." or ".."'
      : undefined,
});
export type FolderPath = Branded<string, 'FolderPath'>;
export const TOP_FOLDER = '' as FolderPath;

/** RFC 9110 sections 5.6.2, 5.6.4 and 8.3.1. */
const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const QUOTED = '"(?:[\\t \\x21\\x23-\\x5B\\x5D-\\x7E]|\\\\[\\t \\x21-\\x7E])*"';
/** Blanks belong to the parameter before or after them, never to both: otherwise a long run of them is tried in every way. */
const MEDIA_TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(?:[ \\t]*;(?:[ \\t]*${TOKEN}=(?:${TOKEN}|${QUOTED}))?)*(?:(?<=;)[ \\t]+)?$`,
);

export type MediaType = Branded<string, 'MediaType'>;
export const MediaType: Value<MediaType> = defineValue({
  name: 'MediaType',
  description: 'Media type of the plaintext (RFC 9110 section 8.3.1); parameters are allowed.',
  schema: { type: 'string', maxLength: 255, examples: ['application/pdf'] },
  rule: 'media_type',
  check: (input) =>
    typeof input === 'string' && input.length <= 255 && MEDIA_TYPE.test(input)
      ? undefined
      : 'must be a media type such as "application/pdf", at most 255 characters',
});

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const HOST_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${HOST_LABEL}(?:\\.${HOST_LABEL})*$`);

export type Email = Branded<string, 'Email'>;
export const Email: Value<Email> = defineValue({
  name: 'Email',
  description: 'One plain ASCII e-mail address; compared and stored in lower case.',
  schema: { type: 'string', maxLength: 254, examples: ['ada@example.com'] },
  rule: 'email',
  check: (input) =>
    typeof input === 'string' && input.length <= 254 && EMAIL.test(input) && input.indexOf('@') <= 64
      ? undefined
      : 'must be one plain ASCII e-mail address, at most 254 characters',
});
/** The form in which an address is stored and compared. */
export const canonicalEmail = (email: Email): Email => email.toLowerCase() as Email;
