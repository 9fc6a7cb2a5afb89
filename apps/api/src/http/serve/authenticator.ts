import type { CredentialWay, RequestInfo, ResourceLocator, SignedIn } from '@strongroom/application';
import type { Action, Scope } from '@strongroom/domain';

/** Identifies the caller of a non-public route. The sessions of the application implement it, and so do tests. */
export interface Authenticator {
  /** Throws DomainError: TOKEN_INVALID, TOKEN_EXPIRED. */
  identify(
    secret: string,
    locator: ResourceLocator | undefined,
    request: RequestInfo,
    way: CredentialWay,
  ): Promise<SignedIn>;
  /** Records that a credential lacked the scope. Always throws INSUFFICIENT_SCOPE. */
  refuseScope(ctx: SignedIn, refused: Readonly<{ action: Action; scope: Scope }>): Promise<never>;
  /** Records the use of a token or a cookie, without delaying the request. */
  noteTokenUse(ctx: SignedIn): void;
}
