import type { ReactNode } from 'react';
import { formatDate, formatDateTime, formatDayOrTime, formatTimeAgo } from '../base/format.ts';

/** A moment in a list: the day, and `withTime` that of today; on hover the time and how long ago. */
export const When = ({
  at,
  more,
  withTime = false,
}: Readonly<{ at: string; more?: string | undefined; withTime?: boolean }>): ReactNode => (
  <time dateTime={at} title={[formatDateTime(at), formatTimeAgo(at), ...(more ? [more] : [])].join(', ')}>
    {withTime ? formatDayOrTime(at) : formatDate(at)}
  </time>
);
