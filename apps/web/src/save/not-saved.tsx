import type { ReactNode } from 'react';
import { Notice } from '../design/text.tsx';

/** Says that the person left the save dialog without a place. */
export const NotSaved = ({ is }: Readonly<{ is: boolean }>): ReactNode => (
  <div role="status">{is && <Notice>Nothing was saved, because no place was chosen.</Notice>}</div>
);
