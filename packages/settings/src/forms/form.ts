import { Email, networkOf, PersonName } from '@strongroom/domain';
import { type Form, InvalidSetting } from '../variable.ts';

const asText = (text: string): string => text;

/** A text of any form. `allowed` says what it names. */
export const textForm = (allowed: string): Form<string> => ({ allowed, parse: asText });

export const FILE_FORM = textForm('file');
export const FOLDER_FORM = textForm('folder');
/** A name, one line of at most 200 characters. */
export const ORGANISATION_FORM: Form<string> = {
  allowed: 'name',
  parse: (given) => {
    if (!PersonName.is(given)) throw new InvalidSetting('must be one line of at most 200 characters');
    return given;
  },
};
export const HOST_FORM = textForm('host or address');
export const CLIENT_ID_FORM = textForm('client id');

/** A secret of any form. */
export const SECRET_FORM: Form<string> = { allowed: 'secret', isSecret: true, parse: asText };

/** A text that matches a pattern. `problem` completes a sentence that begins with the name of the variable. */
export const matchingTextForm = (allowed: string, pattern: RegExp, problem: string): Form<string> => ({
  allowed,
  parse: (given) => {
    if (!pattern.test(given)) throw new InvalidSetting(problem);
    return given;
  },
});

/** The longest term of a setting, in days. */
export const MAX_TERM_DAYS = 36_525;

/** A whole number between two others, both included. */
export const wholeNumberForm = (min: number, max: number, unit = ''): Form<number> => ({
  allowed: `${min} to ${max}${unit === '' ? '' : ` ${unit}`}`,
  isRepeated: true,
  parse: (given) => {
    const number = Number(given);
    if (!/^\d{1,16}$/.test(given) || number < min || number > max)
      throw new InvalidSetting(`must be a whole number from ${min} to ${max}`);
    return number;
  },
});

export const wordForm = <const W extends string>(...words: readonly W[]): Form<W> => ({
  allowed: words.join(', '),
  isRepeated: true,
  parse: (given) => {
    const word = words.find((known) => known === given);
    if (word === undefined) throw new InvalidSetting(`must be one of ${words.join(', ')}`);
    return word;
  },
});

export const SWITCH_FORM = wordForm('on', 'off');
export const PORT_FORM = wholeNumberForm(0, 65_535);
export const TRUSTED_PROXIES_FORM = wholeNumberForm(0, 20);

export const EMAIL_FORM: Form<Email> = {
  allowed: 'e-mail address',
  parse: (given) => {
    if (!Email.is(given)) throw new InvalidSetting('must be one plain e-mail address');
    return given;
  },
};

/** The value that switches an optional part off. */
const NONE = 'none';

/** Null for the word none. */
export const formOrNone = <T>(form: Form<T>): Form<T | null> => ({
  ...form,
  allowed: `${form.allowed}, or none`,
  parse: (given) => (given === NONE ? null : form.parse(given)),
});

/** The parts of a list between commas, trimmed. */
export const splitList = (given: string): readonly string[] =>
  given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const FILES_FORM: Form<readonly string[]> = { allowed: 'files between commas', parse: splitList };

/** Networks in CIDR notation. */
export const NETWORKS_FORM: Form<readonly string[]> = {
  allowed: 'networks between commas',
  parse: (given) =>
    splitList(given).map((one) => {
      if (!one.includes('/') || networkOf(one) === undefined)
        throw new InvalidSetting('must be networks such as 10.1.0.0/16, whose address has no bits beyond the prefix');
      return one;
    }),
};
