import type { Action } from '@strongroom/domain';
import type { RouteFacts } from '../serve/route.ts';

/** What the document tells of a route. */
export type Described = RouteFacts &
  Readonly<{ access: 'signed-in' | 'public'; action?: Action | undefined; countedBy?: string | undefined }>;

/** The first word of a path groups what belongs together. */
export const tagOf = (route: Pick<RouteFacts, 'path'>): string => route.path.split('/')[1] ?? '';
