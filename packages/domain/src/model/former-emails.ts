import type { Email } from '../values/email.ts';
import type { User } from './user.ts';

/** Maximum number of former addresses of an account; it keeps the last ones. */
const MAX_FORMER = 20;

/** The addresses that mails about an account went to, with one more. */
export const withFormer = ({ formerEmails = [] }: Pick<User, 'formerEmails'>, email: Email): readonly Email[] =>
  [...formerEmails.filter((known) => known !== email), email].slice(-MAX_FORMER);

/** The user without a change of their address; mails may have gone to the new one. */
export function withoutEmailChange(user: User): User {
  if (user.emailChange === undefined) return user;
  const { emailChange, ...rest } = user;
  return { ...rest, formerEmails: withFormer(user, emailChange.to) };
}
