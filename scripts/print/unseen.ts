import { UNSEEN_OUT_OF_PLACE } from '@strongroom/domain';

/** A literal character above U+FFFF as its escape: invisible ones cannot be read. */
const escaped = (text: string): string =>
  text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);

/** Invisible characters in names, for the client library, which depends on no other package. */
export const unseen = (): string =>
  `/*
 * Printed from the domain by \`npm run print\`. Change packages/domain/src/values/unseen.ts, not this file.
 */
/* oxlint-disable eslint/no-misleading-character-class -- ranges of marks are meant */

/** Finds the invisible characters of a name: in the first group, a flag that may hold them, else one out of place. */
export const UNSEEN_OUT_OF_PLACE =
  ${escaped(String(new RegExp(UNSEEN_OUT_OF_PLACE, 'gu')))};
`;
