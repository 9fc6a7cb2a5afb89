import { DomainError } from '@strongroom/domain';
import type { Deps } from './deps.ts';

/** Throws SIGN_IN_REFUSED where the operator turned passwords off. */
export function refuseWithoutPasswords({ signIn }: Pick<Deps, 'signIn'>): void {
  if (signIn?.password === false)
    throw new DomainError('SIGN_IN_REFUSED', {
      message: 'This service takes no passwords: sign in with the account of your organisation.',
    });
}
