import type { Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { may } from '../../../base/may.ts';
import { Check } from '../../../design/controls.tsx';
import { Notice } from '../../../design/text.tsx';
import { ROLES } from '../../org-roles.ts';
import { usePeopleToManage } from '../../people-data.ts';
import { isWhole } from '../../person-name.ts';
import type { NewMember } from './sight-of-new.ts';

const MAX_NAMED = 5;
const named = (names: readonly string[]): string =>
  new Intl.ListFormat('en').format(
    names.length <= MAX_NAMED ? names : [...names.slice(0, MAX_NAMED), `${names.length - MAX_NAMED} others`],
  );

type Props = Readonly<{
  room: Room;
  people: readonly NewMember[];
  isRaised: boolean;
  onRaise: (isRaised: boolean) => void;
}>;

/** Says, before a mail goes out, who would see nothing of the room, and offers what the caller may do about it. */
export function SeeingNothing({ room, people, isRaised, onRaise }: Props): ReactNode {
  const everybody = (usePeopleToManage().data ?? []).filter(isWhole);
  if (people.length === 0) return null;
  const mayRaise = (id: string | undefined): boolean =>
    everybody.some((user) => (id === undefined || user.id === id) && may(user, 'user.clearance'));
  const label = room.classification;
  const guards = everybody.filter(
    ({ role, status }) => status === 'active' && ROLES.some(({ id, decides }) => id === role && decides),
  );
  return (
    <Notice tone="warn">
      <p>
        This room is {label}, and {named(people.map(({ name, clearance }) => `${name} (${clearance})`))} would see
        nothing of it.
      </p>
      {people.every(({ user }) => mayRaise(user?.id)) ? (
        <Check isSelected={isRaised} onChange={onRaise}>
          Raise their clearance to {label}, in every room they are in
        </Check>
      ) : (
        <p>
          Ask for a higher clearance first
          {guards.length > 0 && `: ${named(guards.map(({ name, email }) => name || email))} can give it`}.
        </p>
      )}
    </Notice>
  );
}
