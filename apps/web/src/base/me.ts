import type { Me } from '@strongroom/client';
import { createContext, use } from 'react';

export const MeContext = createContext<Me | null>(null);

/** The person who is signed in. Throws outside the shell. */
export function useMyself(): Me {
  const me = use(MeContext);
  if (me === null) throw new TypeError('this part of the page is for people who are signed in');
  return me;
}
