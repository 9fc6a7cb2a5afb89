import {
  type ExternalId,
  editOrgUnit,
  type OrgUnit,
  type OrgUnitId,
  type OrgUnitName,
  type RoomDescription,
} from '@strongroom/domain';
import type { UnitSeen } from '../../kernel/answers.ts';
import { lineOfPath, unitMembershipOf } from '../../kernel/at-unit.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { fieldsChanged } from '../../kernel/fields-changed.ts';
import { inUnit } from '../../kernel/in-unit.ts';
import { unitMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { unitSeen } from '../../steps/units/unit-seen.ts';
import { orgUnits } from '../../store/organisation.ts';

type EditUnitInput = Readonly<{
  unitId: OrgUnitId;
  name?: OrgUnitName | undefined;
  description?: RoomDescription | undefined;
  /** Null takes it away. */
  externalId?: ExternalId | null | undefined;
}>;

/** Changes name, description and the identifier of a directory; equal values change nothing. Throws ORG_UNIT_NOT_FOUND, INSUFFICIENT_ROLE. */
export const editUnit =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids'>) =>
  async (ctx: SignedIn, { unitId, ...change }: EditUnitInput): Promise<UnitSeen> => {
    const place = { unitId, line: lineOfPath(ctx, deps.ids) };
    const edited = await inUnit(deps, ctx, place, {
      action: 'org_unit.manage',
      serializeOn: unitId,
      apply: (uow, found, target) => {
        const { unit } = found;
        const seen = { ...found, unitMembership: unitMembershipOf(uow, found) };
        const next = editOrgUnit(unit, change);
        if (next === unit) return seen;
        uow.put(orgUnits, next);
        uow.record({ type: 'org_unit.edited', target, data: fieldsChanged(fieldsOf(unit), fieldsOf(next)) });
        return { ...seen, unit: next };
      },
    });
    return { ...(await unitSeen(deps, edited, edited.unit)), may: unitMay(edited) };
  };

const fieldsOf = ({ name, description, externalId }: OrgUnit) => ({ name, description, external_id: externalId });
