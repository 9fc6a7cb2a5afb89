import type { Application } from '@strongroom/application';
import { routesOver } from './kernel/route.ts';

/** Makes a row of the table of routes: see any file in `resources/`. */
export const route = routesOver<Application>();
