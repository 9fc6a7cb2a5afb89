import { defineText } from './text.ts';
import type { Branded } from './value.ts';

export const ExternalId = defineText({
  name: 'ExternalId',
  description: 'Identifier that a directory gives a user or a group, one line.',
  min: 1,
  max: 200,
  examples: ['00u1a2b3c4'],
});
export type ExternalId = Branded<string, 'ExternalId'>;

export const DirectoryName = defineText({
  name: 'DirectoryName',
  description: 'Name of a user in a directory, one line; compared without regard to case.',
  min: 1,
  max: 254,
  examples: ['ada@example.com'],
});
export type DirectoryName = Branded<string, 'DirectoryName'>;

/** The facts about a user that a directory brings (RFC 7643), besides their name and address. */
export type DirectoryEntry = Readonly<{
  externalId?: ExternalId;
  /** Absent where it is the address. */
  userName?: DirectoryName;
  formattedName?: DirectoryName;
  givenName?: DirectoryName;
  familyName?: DirectoryName;
  /** The directory deleted the user: it does not see them while they are deactivated. */
  isReleased?: true;
}>;
