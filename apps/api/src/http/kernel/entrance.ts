import type { Locator, RequestInfo, SignedIn } from '@strongroom/application';
import type { Action, Scope } from '@strongroom/domain';

/** Who lets signed-in callers in. The application's sessions are one; a test brings its own. */
export interface Entrance {
  /** Throws DomainError: TOKEN_INVALID, TOKEN_EXPIRED. */
  identify(secret: string, locator: Locator | undefined, request: RequestInfo): Promise<SignedIn>;
  /** Records that a credential lacked the scope. Always throws INSUFFICIENT_SCOPE. */
  refuseScope(ctx: SignedIn, refused: Readonly<{ action: Action; scope: Scope }>): Promise<never>;
  /** Notes beside the request that a token was used. */
  noteTokenUse(ctx: SignedIn): void;
}
