import type { ReactNode } from 'react';
import { Field } from '../design/controls.tsx';
import { binDaysProblem, MAX_BIN_DAYS } from './bin-words.ts';

type Props = Readonly<{ value: string; onChange: (days: string) => void }>;

/** A field in the settings of a room and in the form of a new one. */
export const BinDaysField = ({ value, onChange }: Props): ReactNode => (
  <Field
    label="Days for which deleted files can be restored"
    type="number"
    value={value}
    onChange={onChange}
    hint={`0 to ${MAX_BIN_DAYS}. With 0 a deleted file is destroyed at once.`}
    error={binDaysProblem(value)}
  />
);
