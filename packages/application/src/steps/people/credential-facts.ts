import type { CredentialFacts, User } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';

/** Facts about the caller's credential. */
export const credentialFacts = ({ credential }: SignedIn, user: User): CredentialFacts => ({
  credential: {
    kind: credential.kind,
    isFirst: user.tokens.some((token) => token.id === credential.id && token.expiresAt === null),
  },
  hasPassword: user.password !== null,
});
