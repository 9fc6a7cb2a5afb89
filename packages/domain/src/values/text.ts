import {
  allBut,
  BLANK_RANGES,
  CONTROL_OR_BIDI,
  CONTROL_OR_BIDI_EXCEPT_BREAKS,
  codePoints,
  HALF_A_PAIR,
} from './characters.ts';
import type { JsonSchema } from './json.ts';
import { hasUnseenOutOfPlace, LINE_PATTERN, MISPLACED_IN_LINE } from './unseen.ts';
import { type Branded, defineValue, type Value } from './value.ts';

const ONLY_BLANK = `^[${BLANK_RANGES}]*$`;
const [HALF, BLANKS] = [new RegExp(`[${HALF_A_PAIR}]`, 'u'), new RegExp(ONLY_BLANK, 'u')];

const UNSEEN_IS_REFUSED =
  'must not hold invisible characters, except joiners and variation selectors where letters or emoji need them';

type TextRules = Readonly<{
  name: string;
  description: string;
  min: 0 | 1;
  max: number;
  lines?: 'one' | 'many';
  examples?: readonly string[];
  /** Additional rules of this text, and the schemas of what they refuse. */
  also?: Readonly<{ not: readonly JsonSchema[]; check: (text: string) => string | undefined }>;
}>;

/** Free text, stored exactly as sent. */
export function defineText<B extends string>(rules: TextRules & { name: B }): Value<Branded<string, B>> {
  const isLine = rules.lines !== 'many';
  const forbidden = isLine ? CONTROL_OR_BIDI : CONTROL_OR_BIDI_EXCEPT_BREAKS;
  const control = new RegExp(`[${forbidden}]`, 'u');
  const not = [
    ...(rules.min > 0 ? [{ pattern: ONLY_BLANK }] : []),
    ...(isLine ? MISPLACED_IN_LINE.map((pattern) => ({ pattern })) : []),
    ...(rules.also?.not ?? []),
  ];
  return defineValue({
    name: rules.name,
    description: rules.description,
    schema: {
      type: 'string',
      minLength: rules.min,
      maxLength: rules.max,
      pattern: isLine ? LINE_PATTERN : `^[${allBut(forbidden)}]*$`,
      ...(not.length > 0 && { not: { anyOf: not } }),
      ...(rules.examples ? { examples: rules.examples } : {}),
    },
    rule: 'text',
    check: (input) => {
      if (typeof input !== 'string') return 'must be a string';
      if (HALF.test(input)) return 'must not hold lone surrogates';
      const length = codePoints(input);
      if (length < rules.min) return 'must have at least 1 character';
      if (length > rules.max) return `must have at most ${rules.max} characters`;
      if (control.test(input)) return 'must not hold control or bidirectional formatting characters';
      if (rules.min > 0 && BLANKS.test(input)) return 'must not be blank';
      if (isLine && hasUnseenOutOfPlace(input)) return UNSEEN_IS_REFUSED;
      return rules.also?.check(input);
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
  description: 'Purpose of a room or org unit; may contain line breaks.',
  min: 0,
  max: 2000,
  lines: 'many',
  examples: ['Papers of the merger'],
});
export type RoomDescription = Branded<string, 'RoomDescription'>;
export const NO_DESCRIPTION = '' as RoomDescription;

export const GroupName = defineText({
  name: 'GroupName',
  description: 'Name of a group of members of a room, one line.',
  min: 1,
  max: 100,
  examples: ['Bidder B'],
});
export type GroupName = Branded<string, 'GroupName'>;

export const GroupDescription = defineText({
  name: 'GroupDescription',
  description: 'Purpose of a group; may contain line breaks.',
  min: 0,
  max: 2000,
  lines: 'many',
  examples: ['The team of the second bidder'],
});
export type GroupDescription = Branded<string, 'GroupDescription'>;

export const InvitationMessage = defineText({
  name: 'InvitationMessage',
  description: 'Words of the inviter, which the mail quotes as theirs; may contain line breaks.',
  min: 1,
  max: 1000,
  lines: 'many',
  examples: ['The papers that we talked about on Monday.'],
});
export type InvitationMessage = Branded<string, 'InvitationMessage'>;

export const LinkName = defineText({
  name: 'LinkName',
  description: 'Name of a share link, one line, for those who see the link in lists.',
  min: 1,
  max: 100,
  examples: ['Offer for Northwind'],
});
export type LinkName = Branded<string, 'LinkName'>;

export const LinkRecipient = defineText({
  name: 'LinkRecipient',
  description:
    'Person who gets a share link, one line of free text, for those who see the link in lists. No mail is sent.',
  min: 1,
  max: 254,
  examples: ['Nora West, Northwind'],
});
export type LinkRecipient = Branded<string, 'LinkRecipient'>;

export const LinkMessage = defineText({
  name: 'LinkMessage',
  description: 'Words of the maker of a share link, shown to its holders; may contain line breaks.',
  min: 1,
  max: 500,
  lines: 'many',
  examples: ['The offer that we talked about on Monday.'],
});
export type LinkMessage = Branded<string, 'LinkMessage'>;

export const RequestMessage = defineText({
  name: 'RequestMessage',
  description: 'Words of the maker of an upload request, shown to its holders; may contain line breaks.',
  min: 1,
  max: 500,
  lines: 'many',
  examples: ['Please send the audited accounts of the last three years.'],
});
export type RequestMessage = Branded<string, 'RequestMessage'>;

export const SenderName = defineText({
  name: 'SenderName',
  description: 'Name that a sender of files gives, one line. It is not checked.',
  min: 1,
  max: 200,
  examples: ['Nora West, Northwind'],
});
export type SenderName = Branded<string, 'SenderName'>;

export const SenderNote = defineText({
  name: 'SenderNote',
  description: 'Words of a sender with a file, for those who see the inbox; may contain line breaks.',
  min: 1,
  max: 500,
  lines: 'many',
  examples: ['The accounts of 2025 follow next week.'],
});
export type SenderNote = Branded<string, 'SenderNote'>;

export const VersionNote = defineText({
  name: 'VersionNote',
  description: 'Words of the uploader about this version of a file; may contain line breaks.',
  min: 1,
  max: 500,
  lines: 'many',
  examples: ['Comments of the auditors worked in.'],
});
export type VersionNote = Branded<string, 'VersionNote'>;

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
  description: 'Purpose of a token, one line.',
  min: 1,
  max: 100,
  examples: ['nightly upload'],
});
export type TokenName = Branded<string, 'TokenName'>;

export const FactorName = defineText({
  name: 'FactorName',
  description: 'A device or program, by which its owner recognises it; one line.',
  min: 1,
  max: 100,
  examples: ['phone'],
});
export type FactorName = Branded<string, 'FactorName'>;

export const ClientName = defineText({
  name: 'ClientName',
  description: 'The program that signs in, and its computer, as it names itself; one line.',
  min: 1,
  max: 100,
  examples: ['strongroom on laptop'],
});
export type ClientName = Branded<string, 'ClientName'>;

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
  also: {
    not: [{ pattern: '[/\\\\]' }, { enum: ['.', '..'] }],
    check: (text) =>
      /[/\\]/.test(text) || text === '.' || text === '..'
        ? 'must be one path segment other than "." and ".."'
        : undefined,
  },
});
export type FileName = Branded<string, 'FileName'>;

const pathProblem = (text: string): string | undefined =>
  text !== '' &&
  text.split('/').some((segment) => segment === '' || segment === '.' || segment === '..' || segment.includes('\\'))
    ? 'must be segments joined by "/", none of them empty, "." or ".."'
    : undefined;

/** Forms that the path of a folder refuses, also after a slash. */
export const REFUSED_IN_FOLDERS: readonly JsonSchema[] = [
  ...MISPLACED_IN_LINE.map((pattern) => ({ pattern })),
  { pattern: '\\\\' },
  { pattern: '(?:^|/)\\.\\.?(?:/|$)' },
];

export const FolderPath = defineText({
  name: 'FolderPath',
  description: 'Folder of the file: segments joined by "/", none empty, "." or "..". Empty for the top of the room.',
  min: 0,
  max: 1024,
  examples: ['contracts/2026'],
  also: {
    not: [{ pattern: '\\\\' }, { pattern: '^/|//|/$' }, { pattern: '(?:^|/)\\.\\.?(?:/|$)' }],
    check: pathProblem,
  },
});
export type FolderPath = Branded<string, 'FolderPath'>;

const MAX_FOLDER_NAME = 255;

export const NewFolderPath = defineText({
  name: 'NewFolderPath',
  description: `Path of a folder below the top of the room: names joined by "/", each of at most ${MAX_FOLDER_NAME} characters and none "." or "..".`,
  min: 1,
  max: 1024,
  examples: ['contracts/2026'],
  also: {
    not: [
      { pattern: '\\\\' },
      { pattern: '^/|//|/$' },
      { pattern: '(?:^|/)\\.\\.?(?:/|$)' },
      { pattern: `[^/]{${MAX_FOLDER_NAME + 1}}` },
    ],
    check: (text) =>
      pathProblem(text) ??
      (text.split('/').some((name) => codePoints(name) > MAX_FOLDER_NAME)
        ? `must have names of at most ${MAX_FOLDER_NAME} characters`
        : undefined),
  },
});
export type NewFolderPath = Branded<string, 'NewFolderPath'>;
export const TOP_FOLDER = '' as FolderPath;
