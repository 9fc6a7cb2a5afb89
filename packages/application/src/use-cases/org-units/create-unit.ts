import {
  countIn,
  DomainError,
  decide,
  lineOf,
  NO_DESCRIPTION,
  OrgUnitId,
  type OrgUnitName,
  type RoomDescription,
  unitBelow,
} from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { UnitSeen } from '../../kernel/answers.ts';
import { refTo, stateOf } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { asItIs } from '../../kernel/keeping.ts';
import { named } from '../../kernel/named.ts';
import { once } from '../../kernel/once.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { orgUnits } from '../../repositories/organisation.ts';
import { atUnit, expectPlaces, unitRefs, unitTarget } from './at-unit.ts';

type Input = Readonly<{ name: OrgUnitName; description?: RoomDescription | undefined; parentId?: string | undefined }>;

/**
 * Creates an org unit below the root or below another unit. A department admin does so below his own.
 * Throws INSUFFICIENT_ROLE, ORG_UNIT_NOT_FOUND, LIMIT_REACHED.
 */
export const createUnit =
  (deps: Pick<Deps, 'journal' | 'documents' | 'secrets' | 'clock' | 'ids' | 'classification' | 'rootUnitId'>) =>
  async (ctx: SignedIn, input: Input): Promise<UnitSeen> => {
    const parentId = input.parentId === undefined ? deps.rootUnitId : named(OrgUnitId, input.parentId, deps.ids);
    const [document] = await deps.documents.read([refTo(orgUnits, parentId)]);
    const line = document ? lineOf(stateOf(orgUnits, document)) : [parentId];
    return deps.journal.run(
      once(deps, ownerOf(ctx), asItIs<UnitSeen>(), {
        author: authorOf(ctx),
        refs: unitRefs(ctx, line),
        hot: parentId,
        decide: (at) => {
          const found = atUnit(deps, at, ctx, line);
          const parent = found.unit;
          permit(decide('org_unit.create', found), unitTarget(parentId));
          if (parent === undefined) throw new DomainError('ORG_UNIT_NOT_FOUND');
          expectPlaces(at, found);
          const unit = unitBelow(parent, {
            id: deps.ids.uuid<OrgUnitId>(),
            name: input.name,
            description: input.description ?? NO_DESCRIPTION,
            at: deps.clock.now(),
          });
          at.put(orgUnits, unit);
          const counted = countIn(parent, 'children', 1);
          if (counted !== parent) at.put(orgUnits, counted);
          at.record({ type: 'org_unit.created', target: unitTarget(unit.id), data: { parent_id: parentId } });
          return { unit, memberCount: 0, roomCount: 0 };
        },
      }),
    );
  };
