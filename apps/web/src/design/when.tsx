import type { ReactNode } from 'react';
import { formatDate, formatDateTime, formatDayOrTime, formatEnd, formatTimeAgo } from '../base/format.ts';

/** A moment in a list: the day, and `withTime` that of today; on hover the time, of an end the day that it ends with, and how long ago. */
export const When = ({
  at,
  more,
  withTime = false,
  isEnd = false,
}: Readonly<{ at: string; more?: string | undefined; withTime?: boolean; isEnd?: boolean }>): ReactNode => (
  <time
    dateTime={at}
    title={[isEnd ? formatEnd(at) : formatDateTime(at), formatTimeAgo(at), ...(more ? [more] : [])].join(', ')}
  >
    {withTime ? formatDayOrTime(at) : formatDate(at)}
  </time>
);
