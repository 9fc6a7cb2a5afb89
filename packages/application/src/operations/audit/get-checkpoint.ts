import { Unavailable } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type EventDeps, mayReadEvents } from '../../steps/audit/event-filter.ts';

/**
 * The latest signed checkpoint of the audit log, with the signatures of witnesses. It says nothing about single events, so any
 * clearance suffices. Throws INSUFFICIENT_ROLE; Unavailable before the first.
 */
export const getCheckpoint =
  (deps: EventDeps & Pick<Deps, 'checkpointer'>) =>
  async (ctx: SignedIn): Promise<string> => {
    await mayReadEvents(deps, ctx, undefined);
    const latest = await deps.checkpointer?.latest();
    if (latest === undefined) throw new Unavailable('audit');
    return latest.note;
  };
