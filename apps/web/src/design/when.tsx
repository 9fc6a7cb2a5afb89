import type { ReactNode } from 'react';
import { formatDate, formatDateTime, formatTimeAgo } from '../base/format.ts';

/** A moment in a list: the day, and on hover the time and how long ago. */
export const When = ({ at, more }: Readonly<{ at: string; more?: string | undefined }>): ReactNode => (
  <time dateTime={at} title={[formatDateTime(at), formatTimeAgo(at), ...(more ? [more] : [])].join(', ')}>
    {formatDate(at)}
  </time>
);
