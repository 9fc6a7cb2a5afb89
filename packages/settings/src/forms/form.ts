import { Email, networkOf, PersonName } from '@strongroom/domain';
import { type Form, InvalidSetting } from '../variable.ts';

const asText = (text: string): string => text;

/** A text of any form. `allowed` says what it names. */
export const text = (allowed: string): Form<string> => ({ allowed, parse: asText });

export const FILE = text('file');
export const FOLDER = text('folder');
/** A name, one line of at most 200 characters. */
export const ORGANISATION: Form<string> = {
  allowed: 'name',
  parse: (given) => {
    if (!PersonName.is(given)) throw new InvalidSetting('must be one line of at most 200 characters');
    return given;
  },
};
export const HOST = text('host or address');
export const CLIENT_ID = text('client id');

/** A secret of any form. */
export const SECRET_TEXT: Form<string> = { allowed: 'secret', isSecret: true, parse: asText };

/** A text that matches a pattern. `problem` completes a sentence that begins with the name of the variable. */
export const textMatching = (allowed: string, pattern: RegExp, problem: string): Form<string> => ({
  allowed,
  parse: (given) => {
    if (!pattern.test(given)) throw new InvalidSetting(problem);
    return given;
  },
});

/** The longest term of a setting, in days. */
export const CENTURY = 36_525;

/** A whole number between two others, both included. */
export const wholeNumber = (min: number, max: number, unit = ''): Form<number> => ({
  allowed: `${min} to ${max}${unit === '' ? '' : ` ${unit}`}`,
  isRepeated: true,
  parse: (given) => {
    const number = Number(given);
    if (!/^\d{1,16}$/.test(given) || number < min || number > max)
      throw new InvalidSetting(`must be a whole number from ${min} to ${max}`);
    return number;
  },
});

export const oneOf = <const W extends string>(...words: readonly W[]): Form<W> => ({
  allowed: words.join(', '),
  isRepeated: true,
  parse: (given) => {
    const word = words.find((known) => known === given);
    if (word === undefined) throw new InvalidSetting(`must be one of ${words.join(', ')}`);
    return word;
  },
});

export const SWITCH = oneOf('on', 'off');
export const PORT = wholeNumber(0, 65_535);
export const TRUSTED_PROXIES = wholeNumber(0, 20);

export const EMAIL: Form<Email> = {
  allowed: 'e-mail address',
  parse: (given) => {
    if (!Email.is(given)) throw new InvalidSetting('must be one plain e-mail address');
    return given;
  },
};

/** The word that leaves something out. */
const NONE = 'none';

/** Null for the word none. */
export const orNone = <T>(form: Form<T>): Form<T | null> => ({
  ...form,
  allowed: `${form.allowed}, or none`,
  parse: (given) => (given === NONE ? null : form.parse(given)),
});

/** The parts of a list between commas, trimmed. */
export const listOfTexts = (given: string): readonly string[] =>
  given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const FILES: Form<readonly string[]> = { allowed: 'files between commas', parse: listOfTexts };

/** Networks in CIDR notation. */
export const NETWORKS: Form<readonly string[]> = {
  allowed: 'networks between commas',
  parse: (given) =>
    listOfTexts(given).map((one) => {
      if (!one.includes('/') || networkOf(one) === undefined)
        throw new InvalidSetting('must be networks such as 10.1.0.0/16, whose address has no bits beyond the prefix');
      return one;
    }),
};
