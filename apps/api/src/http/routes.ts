import type { Application } from '@strongroom/application';
import { openApiDocument } from './kernel/openapi/document.ts';
import type { Route } from './kernel/route.ts';
import { openApiRoute } from './resources/openapi.ts';
import { VERSION } from './version.ts';

/** Every operation under /api/v1: one line a resource. */
export const ROUTES: readonly Route<Application>[] = [openApiRoute(openApiText)];

let printed: string | undefined;

/** The OpenAPI document of all routes, printed when it is first asked for. */
export function openApiText(): string {
  printed ??= JSON.stringify(openApiDocument(ROUTES, VERSION));
  return printed;
}
