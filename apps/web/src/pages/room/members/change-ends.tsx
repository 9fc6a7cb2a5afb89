import { type ReactNode, useState } from 'react';
import { formatDayName, plural } from '../../../base/format.ts';
import { service } from '../../../base/service.ts';
import { DayField } from '../../../design/day-field.tsx';
import { ForEach } from '../../../design/for-each.tsx';
import { Notice } from '../../../design/text.tsx';
import { changeTogether } from '../base/change-each.ts';
import { endOfDay } from '../base/last-day.ts';
import { type Given, namesOf, useShared, whom } from './chosen-members.tsx';
import { planEnd, type Standing } from './many-members.ts';
import { ENDS, ENDS_SOONER } from './membership-end.ts';

/** Gives the memberships of ticked members one last day, or none. */
export function ChangeEnds(given: Given): ReactNode {
  const { room, some } = given;
  const shared = useShared(given);
  const [day, setDay] = useState('');
  const plan = planEnd(some, day);
  const isRemoval = day === '';
  const give = (rows: readonly Standing[], endOf: (row: Standing) => string | null, onDone?: (count: number) => void) =>
    changeTogether(
      rows,
      (part) =>
        service.members.addMany(room.id, {
          items: part.map((row) => ({ user_id: row.member.user_id, role: row.member.role, expires_at: endOf(row) })),
        }),
      onDone,
    );
  return (
    <ForEach
      {...shared}
      {...plan}
      title={`When does the membership of ${whom(some)} end?`}
      action={`${isRemoval ? 'Remove the end' : 'Save'} for ${plural(plan.rows.length, 'member')}`}
      kind="primary"
      areNamed
      said={(rows) =>
        isRemoval
          ? `The membership of ${whom(rows)} has no end.`
          : `The membership of ${whom(rows)} ends after ${formatDayName(day)}.`
      }
      run={(rows, onDone) => give(rows, () => endOfDay(day), onDone)}
      undo={(rows) => give(rows, ({ member }) => member.expires_at ?? null)}
    >
      {plan.rows.length > 0 &&
        (isRemoval ? (
          <Notice tone="warn">
            Without a last day the end is removed for <strong>{namesOf(plan.rows)}</strong>.
          </Notice>
        ) : (
          <p>
            It holds for <strong>{namesOf(plan.rows)}</strong>.
          </p>
        ))}
      <DayField label="Last day" value={day} onChange={setDay} hint={room.status === 'archived' ? ENDS_SOONER : ENDS} />
    </ForEach>
  );
}
