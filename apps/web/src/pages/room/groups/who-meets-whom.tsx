import type { Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { Check } from '../../../design/controls.tsx';
import { Notice } from '../../../design/text.tsx';

type Props = Readonly<{ isSelected: boolean; onChange: (isSelected: boolean) => void }>;

/** Asked with the first restriction of a room whose members all see each other. */
export const WhoMeetsWhom = ({ isSelected, onChange }: Props): ReactNode => (
  <Notice tone="warn">
    <p>All members of this room read each other’s names in its list of members.</p>
    <Check isSelected={isSelected} onChange={onChange}>
      From now on members see only owners, and members of their own groups
    </Check>
  </Notice>
);

/** Restricted folders keep files apart, and members only where the room says so. */
export const membersSeeEachOther = ({ member_visibility: visibility }: Room): boolean => visibility === 'everyone';
