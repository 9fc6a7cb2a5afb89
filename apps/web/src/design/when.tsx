import type { ReactNode } from 'react';
import {
  formatDate,
  formatDateTime,
  formatDayOrTime,
  formatEnd,
  formatTimeAgo,
  formatToMinute,
} from '../base/format.ts';

/** A moment in a list: the day, and `withTime` that of today, `toMinute` that of each day; on hover the time, of an end the day that it ends with, and how long ago. */
export const When = ({
  at,
  more,
  withTime = false,
  toMinute = false,
  isEnd = false,
}: Readonly<{
  at: string;
  more?: string | undefined;
  withTime?: boolean;
  toMinute?: boolean;
  isEnd?: boolean;
}>): ReactNode => (
  <time
    dateTime={at}
    title={[isEnd ? formatEnd(at) : formatDateTime(at), formatTimeAgo(at), ...(more ? [more] : [])].join(', ')}
  >
    {withTime ? formatDayOrTime(at) : toMinute ? formatToMinute(at) : formatDate(at)}
  </time>
);
