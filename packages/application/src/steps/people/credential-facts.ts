import { type CredentialFacts, MINUTE, type User } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';

/** Age up to which a session counts as recent. */
const RECENT = 10 * MINUTE;

/** Whether the caller could still sign in without their person of the identity provider, or is linked to none. */
export const keepsWayIn = ({ signIn }: Pick<Deps, 'signIn'>, user: User): boolean =>
  user.identity === undefined || (user.password !== null && signIn?.password !== false);

/** Facts about the caller's credential. */
export const credentialFacts = (
  { clock }: Pick<Deps, 'clock'>,
  { credential }: SignedIn,
  user: User,
): CredentialFacts => ({
  credential: {
    kind: credential.kind,
    isFirst: user.tokens.some((token) => token.id === credential.id && token.expiresAt === null),
    isRecent: user.sessions.some(({ id, createdAt }) => id === credential.id && clock.now() - createdAt <= RECENT),
  },
  hasPassword: user.password !== null,
});
