import type { Group, Member } from '@strongroom/client';
import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { useLabels } from '../../../base/queries.ts';
import { roomRole } from '../../room-roles.ts';
import { rankIn, type Sight } from '../../sight.ts';
import { isInGroup } from './in-group.ts';

export const seersIn = (sight: readonly Sight[], group: Group): readonly Sight[] =>
  sight.filter(({ member }) => isInGroup(member, group));

export const ownersIn = (sight: readonly Sight[]): readonly Sight[] => sight.filter(({ member }) => isOwnerRow(member));

/** Members whose sight no group decides. */
export const withoutGroup = (sight: readonly Sight[]): readonly Sight[] =>
  sight.filter(({ member }) => !isOwnerRow(member) && member.expired !== true && (member.groups ?? []).length === 0);

const isOwnerRow = ({ role, expired }: Member): boolean => roomRole(role)?.decides === true && expired !== true;

/** The number of people who see by a column, with the lowest and the highest clearance among them as far as the caller may know. */
export function Seers({ seers }: Readonly<{ seers: readonly Sight[] }>): ReactNode {
  const labels = useLabels().data ?? [];
  const ranks = seers.flatMap(({ clearance }) => (clearance === undefined ? [] : [rankIn(labels, clearance)]));
  const known = ranks.filter((rank) => rank >= 0);
  const [lowest, highest] = [labels[Math.min(...known)]?.label, labels[Math.max(...known)]?.label];
  return (
    <>
      {plural(seers.length, 'person', 'people')}
      {lowest !== undefined && (lowest === highest ? `, up to ${lowest}` : `, up to ${lowest}–${highest}`)}
    </>
  );
}
