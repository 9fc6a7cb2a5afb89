import { formatVerifierKey } from '@strongroom/audit-proof';
import { Unavailable } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type EventDeps, mayReadEvents } from '../../steps/audit/event-filter.ts';

/** The public keys of the audit log, the present one first. Throws INSUFFICIENT_ROLE; Unavailable for a log without a key. */
export const getLogKeys =
  (deps: EventDeps & Pick<Deps, 'checkpointer'>) =>
  async (ctx: SignedIn): Promise<readonly string[]> => {
    await mayReadEvents(deps, ctx, undefined);
    const keys = await deps.checkpointer?.keys();
    if (keys === undefined || keys.length === 0) throw new Unavailable('audit');
    return keys.map(formatVerifierKey);
  };
