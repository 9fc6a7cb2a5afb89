import { canonicalEmail, type Email } from '@strongroom/domain';
import { triesOver } from '../../kernel/attempts.ts';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { requesterAt } from '../../kernel/network.ts';
import { refuseWithoutPasswords } from '../../kernel/without-passwords.ts';
import { signInBuckets } from '../../steps/people/sign-in-limits.ts';

/**
 * Asks for a link by which a user sets a new password. Nothing about the user is read before the answer: a job finds
 * out whether the address has one, so answer and time are the same for any address. Throws SIGN_IN_REFUSED, RATE_LIMIT_EXCEEDED.
 */
export const requestPasswordReset = (deps: Pick<Deps, 'runner' | 'limiter' | 'clock' | 'signIn'>) => {
  const isRight = triesOver(deps);
  return async ({ request }: Visitor, input: Readonly<{ email: Email }>): Promise<void> => {
    refuseWithoutPasswords(deps);
    const email = canonicalEmail(input.email);
    // Every request counts, since the outcome must not show.
    await isRight(signInBuckets('password-reset', requesterAt(request.ip), email), () => Promise.resolve(false));
    await deps.runner.run({
      author: { actor: { type: 'system' }, request },
      refs: [],
      apply: (uow) => uow.schedule({ kind: 'reset-password', data: { email, request } }),
    });
  };
};
