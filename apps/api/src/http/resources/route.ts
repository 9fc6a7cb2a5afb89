import type { Application } from '@strongroom/application';
import { routesOver } from '../serve/route.ts';

/** The service's application, under a name: declarations would otherwise spell out all of it. */
export interface App extends Application {}

/** Makes one row of the table of routes over the service's application. */
export const route = routesOver<App>();
