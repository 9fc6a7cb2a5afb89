import {
  countIn,
  type ExternalId,
  lineOf,
  NO_DESCRIPTION,
  type OrgUnit,
  OrgUnitId,
  type OrgUnitName,
  type RoomDescription,
  type UnitMemberFacts,
  unitBelow,
} from '@strongroom/domain';
import type { UnitSeen } from '../../kernel/answers.ts';
import { type AtUnit, atUnit, unitMembershipOf, unitRefs } from '../../kernel/at-unit.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { inUnit } from '../../kernel/in-unit.ts';
import { unitMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutField } from '../../kernel/replay.ts';
import { unitTarget } from '../../kernel/targets.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { orgUnits } from '../../store/organisation.ts';

type CreateUnitInput = Readonly<{
  name: OrgUnitName;
  description?: RoomDescription | undefined;
  parentId?: string | undefined;
  externalId?: ExternalId | undefined;
}>;

/**
 * Creates an org unit below the root or below another unit. A department admin does so below a unit they administer.
 * Throws INSUFFICIENT_ROLE, ORG_UNIT_NOT_FOUND, LIMIT_REACHED.
 */
export const createUnit =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids' | 'rootUnitId'>) =>
  async (ctx: SignedIn, input: CreateUnitInput): Promise<UnitSeen> => {
    const parentId = input.parentId === undefined ? deps.rootUnitId : idOrRandom(OrgUnitId, input.parentId, deps.ids);
    const read = await deps.documents.read([refTo(orgUnits, parentId)]);
    const [document] = read;
    const line = document ? lineOf(stateOf(orgUnits, document)) : [parentId];
    const { at, ...seen } = await inUnit(
      deps,
      ctx,
      { unitId: parentId, line },
      {
        action: 'org_unit.create',
        serializeOn: parentId,
        moreRead: () => [read],
        replay: { store: (answer) => withoutField(answer, 'at'), restore: (kept: UnitSeen): Created => kept },
        apply: (uow, { unit: parent, ...found }): Created => {
          const unit = unitBelow(parent, {
            id: deps.ids.uuid<OrgUnitId>(),
            name: input.name,
            description: input.description ?? NO_DESCRIPTION,
            at: deps.clock.now(),
            externalId: input.externalId,
          });
          uow.put(orgUnits, unit);
          const counted = countIn(parent, 'children', 1);
          if (counted !== parent) uow.put(orgUnits, counted);
          uow.record({ type: 'org_unit.created', target: unitTarget(unit.id), data: { parent_id: parentId } });
          return { unit, memberCount: 0, roomCount: 0, at: { ...found, unit, unitMembership: undefined } };
        },
      },
    );
    return { ...seen, may: unitMay(at ?? (await unitNow(deps, ctx, seen.unit))) };
  };

type AtNewUnit = AtUnit & UnitMemberFacts;
/** `at`: the facts of the caller in a unit that was created just now. */
type Created = UnitSeen & Readonly<{ at?: AtNewUnit }>;

/** The unit as it is now, for the answer to a repeated request, which read other documents. */
const unitNow = (deps: OperationDeps, ctx: SignedIn, unit: OrgUnit): Promise<AtNewUnit> => {
  const line = lineOf(unit);
  return deps.runner.run({
    author: authorOf(ctx),
    refs: unitRefs(ctx, line),
    apply: (uow) => {
      const at = atUnit(deps, uow, ctx, line);
      return { ...at, unitMembership: unitMembershipOf(uow, at) };
    },
  });
};
