import {
  countIn,
  lineOf,
  NO_DESCRIPTION,
  OrgUnitId,
  type OrgUnitName,
  type RoomDescription,
  unitBelow,
} from '@strongroom/domain';
import type { UnitSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { inUnit } from '../../kernel/in-unit.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { verbatim } from '../../kernel/replay.ts';
import { unitTarget } from '../../kernel/targets.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { orgUnits } from '../../store/organisation.ts';

type Input = Readonly<{ name: OrgUnitName; description?: RoomDescription | undefined; parentId?: string | undefined }>;

/**
 * Creates an org unit below the root or below another unit. A department admin does so below a unit they administer.
 * Throws INSUFFICIENT_ROLE, ORG_UNIT_NOT_FOUND, LIMIT_REACHED.
 */
export const createUnit =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids' | 'rootUnitId'>) =>
  async (ctx: SignedIn, input: Input): Promise<UnitSeen> => {
    const parentId = input.parentId === undefined ? deps.rootUnitId : idOrRandom(OrgUnitId, input.parentId, deps.ids);
    const [document] = await deps.documents.read([refTo(orgUnits, parentId)]);
    const line = document ? lineOf(stateOf(orgUnits, document)) : [parentId];
    return inUnit(
      deps,
      ctx,
      { unitId: parentId, line },
      {
        action: 'org_unit.create',
        serializeOn: parentId,
        replay: verbatim<UnitSeen>(),
        apply: (uow, { unit: parent }) => {
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
      },
    );
  };
