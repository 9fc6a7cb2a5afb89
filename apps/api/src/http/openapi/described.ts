import type { Action } from '@strongroom/domain';
import type { RouteFacts } from '../serve/route.ts';

/** The facts of a route that the document shows. */
export type DescribedRoute = RouteFacts &
  Readonly<{
    access: 'signed-in' | 'public';
    action?: Action | undefined;
    chooses?: readonly Action[] | undefined;
    countedBy?: string | undefined;
  }>;

/** Operations are grouped by the first word of their path. */
export const tagOf = (route: Pick<RouteFacts, 'path'>): string => route.path.split('/')[1] ?? '';
