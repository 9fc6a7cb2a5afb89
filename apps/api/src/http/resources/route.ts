import type { Application } from '@strongroom/application';
import { routesOver } from '../kernel/route.ts';

/** Makes one row of the table of routes over the service's application. */
export const route = routesOver<Application>();
