import { decide, type Label } from '@strongroom/domain';
import type { Deps } from '../deps.ts';
import type { SignedIn } from '../kernel/context.ts';
import { permit } from '../kernel/denied.ts';
import { authorOf } from '../kernel/entry.ts';
import { whoAsks, whoRefs } from '../kernel/sight.ts';

export type Classified = Readonly<{ label: Label; rank: number; name: string }>;

/** The labels in rising order, with their rank from 1. */
export const listClassifications =
  (deps: Pick<Deps, 'journal' | 'clock' | 'classification' | 'orgId'>) =>
  (ctx: SignedIn): Promise<readonly Classified[]> =>
    deps.journal.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      decide: (at) => {
        permit(decide('classification.list', whoAsks(deps, at, ctx)), {
          type: 'organisation',
          id: deps.orgId,
          roomId: null,
          label: null,
        });
        return deps.classification.scheme.map((entry, index) => ({
          label: entry.label,
          rank: index + 1,
          name: entry.name,
        }));
      },
    });
