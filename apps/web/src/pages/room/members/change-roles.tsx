import type { Member } from '@strongroom/client';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { service } from '../../../base/service.ts';
import { Check, Select } from '../../../design/controls.tsx';
import { ForEach } from '../../../design/for-each.tsx';
import { changeOfRole, isRoomRole, ROOM_ROLES, type RoomRole, roomRole } from '../../room-roles.ts';
import { changeTogether } from '../base/change-each.ts';
import { type Given, inRole, namesOf, SeesNothing, subject, useShared, whom } from './chosen-members.tsx';
import { byRole, likelyRole, planRole, type Standing } from './many-members.ts';

/** Gives ticked members one role. */
export function ChangeRoles(given: Given): ReactNode {
  const { room, some } = given;
  const shared = useShared(given);
  const options = ROOM_ROLES.filter(({ id }) => some.some(({ member }) => member.roles_to_give?.includes(id) === true));
  const [role, setRole] = useState<RoomRole>(() => likelyRole(some, given));
  const [isTicked, setTicked] = useState(false);
  const plan = planRole(some, role, given);
  const decides = roomRole(role)?.decides !== false;
  const give = (rows: readonly Standing[], itemOf: (member: Member) => object, onDone?: (count: number) => void) =>
    changeTogether(
      rows,
      (part) =>
        service.members.addMany(room.id, {
          items: part.map(({ member }) => ({ user_id: member.user_id, role, ...itemOf(member) })),
        }),
      onDone,
    );
  return (
    <ForEach
      {...shared}
      {...plan}
      title={`Change the role of ${whom(some)}`}
      action={`Make ${plural(plan.rows.length, 'member')} ${inRole(role, plan.rows)}`}
      kind={decides ? 'danger' : 'primary'}
      said={(rows) => `${subject(rows)} ${inRole(role, rows)} now.`}
      areNamed
      isIncomplete={decides && !isTicked}
      run={(rows, onDone) => give(rows, () => ({}), onDone)}
      undo={(rows) => give(rows, ({ role: before, expires_at: end }) => ({ role: before, expires_at: end }))}
    >
      <Select
        label="Role"
        value={role}
        options={options}
        onChange={(next) => {
          setTicked(false);
          if (isRoomRole(next)) setRole(next);
        }}
      />
      {byRole(plan.rows).map((of) => (
        <RoleEffect key={of.role} {...of} to={role} />
      ))}
      <SeesNothing some={plan.rows} />
      {decides && plan.rows.length > 0 && (
        <Check isSelected={isTicked} onChange={setTicked}>
          {plan.rows.length === 1 ? 'This person' : `These ${plan.rows.length} people`} may decide about this room and
          all people in it
        </Check>
      )}
    </ForEach>
  );
}

type EffectProps = Readonly<{ role: RoomRole; some: readonly Standing[]; to: RoomRole }>;

function RoleEffect({ role, some, to }: EffectProps): ReactNode {
  const { isRise, abilities } = changeOfRole(role, to);
  const losesSight = roomRole(role)?.decides === true;
  return (
    <div>
      <p>
        <strong>{namesOf(some)}</strong>, {inRole(role, some)} now,{' '}
        {isRise ? 'will be able to' : 'will no longer be able to'}:
      </p>
      <ul className="consequences">
        {abilities.map((ability) => (
          <li key={ability}>{ability}</li>
        ))}
        {losesSight && <li>see restricted folders other than those of their groups</li>}
      </ul>
    </div>
  );
}
