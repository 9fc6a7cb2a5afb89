import type { Application } from '@strongroom/application';
import type { Route } from './kernel/route.ts';

/** Every operation under /api/v1: one line a resource. */
export const ROUTES: readonly Route<Application>[] = [];
