import { DomainError } from '@strongroom/domain';
import type { Deps } from './deps.ts';

/** Throws SIGN_IN_REFUSED where the operator turned sign-ins by device code off. */
export function refuseWithoutDeviceLogins({ signIn }: Pick<Deps, 'signIn'>): void {
  if (signIn?.deviceCode === false)
    throw new DomainError('SIGN_IN_REFUSED', {
      message:
        'This service has no sign-in by device code: sign in by browser, by e-mail and password, or with a token.',
    });
}
