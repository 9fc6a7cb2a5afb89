import type { Group } from '@strongroom/client';
import type { ReactNode } from 'react';
import { Check } from '../../design/controls.tsx';

type Props = Readonly<{
  groups: readonly Group[];
  value: ReadonlySet<string>;
  onChange: (value: ReadonlySet<string>) => void;
}>;

/** Groups of a room to tick: people who are added come into these. */
export const IntoGroups = ({ groups, value, onChange }: Props): ReactNode => (
  <fieldset className="choices">
    <legend className="label">Groups</legend>
    {groups.map(({ id, name }) => (
      <Check
        key={id}
        isSelected={value.has(id)}
        onChange={(isOn) => onChange(new Set(isOn ? [...value, id] : [...value].filter((one) => one !== id)))}
      >
        <bdi>{name}</bdi>
      </Check>
    ))}
  </fieldset>
);
