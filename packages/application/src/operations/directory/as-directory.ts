import type { Scope } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { organisationTarget } from '../../kernel/targets.ts';

/** The scopes of the operations that make up those of a directory. A credential of a directory has none of them elsewhere. */
const WITHIN: readonly Scope[] = ['scim', 'read:users', 'write:users', 'read:org-units', 'write:org-units'];

export type DirectoryDeps = OperationDeps & Pick<Deps, 'documents' | 'orgId'>;

/**
 * The caller as a directory, for operations that have scopes of their own; roles are decided as for anyone. Throws INSUFFICIENT_SCOPE,
 * INSUFFICIENT_ROLE.
 */
export async function asDirectory(deps: DirectoryDeps, ctx: SignedIn): Promise<SignedIn> {
  await asCaller(deps, ctx, organisationTarget(deps.orgId), { action: 'directory.see', apply: () => undefined });
  const { credential } = ctx;
  return credential.grant === null ? ctx : { ...ctx, credential: { ...credential, grant: WITHIN } };
}
