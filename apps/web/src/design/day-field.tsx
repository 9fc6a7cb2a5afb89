import type { ComponentProps, ReactNode } from 'react';
import { formatDayName } from '../base/format.ts';
import { Field } from './controls.tsx';

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'hint'> & Readonly<{ hint?: string }>;

const isDay = (value: string): boolean => !Number.isNaN(Date.parse(value));

/** A day. Browsers write days in the order of their own language, so that it is spelled out below. */
export const DayField = ({ hint, ...rest }: Props): ReactNode => {
  const said = [isDay(rest.value) ? formatDayName(rest.value) : undefined, hint].filter(Boolean).join('. ');
  return <Field {...rest} type="date" {...(said === '' ? {} : { hint: said })} />;
};
