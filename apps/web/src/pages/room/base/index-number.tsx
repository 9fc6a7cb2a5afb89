import { numberedName } from '@strongroom/client';
import type { ReactNode } from 'react';

type Props = Readonly<{ index: string | null; name: string }>;

/** The index number before a name; nothing before one that begins with it, and in a room without numbers. */
export const IndexNumber = ({ index, name }: Props): ReactNode =>
  index === null || numberedName(index, name) === name ? null : <small className="soft index-number">{index}</small>;
