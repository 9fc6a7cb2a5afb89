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
import type { UnitSeen } from '../../kernel/answers.ts';
import { atUnit, expectPlaces, unitRefs, unitTarget } from '../../kernel/at-unit.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent } from '../../kernel/idempotent.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { verbatim } from '../../kernel/replay.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { orgUnits } from '../../store/organisation.ts';

type Input = Readonly<{ name: OrgUnitName; description?: RoomDescription | undefined; parentId?: string | undefined }>;

/**
 * Creates an org unit below the root or below another unit. A department admin does so below his own.
 * Throws INSUFFICIENT_ROLE, ORG_UNIT_NOT_FOUND, LIMIT_REACHED.
 */
export const createUnit =
  (deps: Pick<Deps, 'runner' | 'documents' | 'secrets' | 'clock' | 'ids' | 'classification' | 'rootUnitId'>) =>
  async (ctx: SignedIn, input: Input): Promise<UnitSeen> => {
    const parentId = input.parentId === undefined ? deps.rootUnitId : idOrRandom(OrgUnitId, input.parentId, deps.ids);
    const [document] = await deps.documents.read([refTo(orgUnits, parentId)]);
    const line = document ? lineOf(stateOf(orgUnits, document)) : [parentId];
    return deps.runner.run(
      idempotent(deps, ownerOf(ctx), verbatim<UnitSeen>(), {
        author: authorOf(ctx),
        refs: unitRefs(ctx, line),
        serializeOn: parentId,
        apply: (uow) => {
          const found = atUnit(deps, uow, ctx, line);
          const parent = found.unit;
          permit(decide('org_unit.create', found), unitTarget(parentId));
          if (parent === undefined) throw new DomainError('ORG_UNIT_NOT_FOUND');
          expectPlaces(uow, found);
          const unit = unitBelow(parent, {
            id: deps.ids.uuid<OrgUnitId>(),
            name: input.name,
            description: input.description ?? NO_DESCRIPTION,
            at: deps.clock.now(),
          });
          uow.put(orgUnits, unit);
          const counted = countIn(parent, 'children', 1);
          if (counted !== parent) uow.put(orgUnits, counted);
          uow.record({ type: 'org_unit.created', target: unitTarget(unit.id), data: { parent_id: parentId } });
          return { unit, memberCount: 0, roomCount: 0 };
        },
      }),
    );
  };
