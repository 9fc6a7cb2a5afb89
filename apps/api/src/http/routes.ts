import { openApiDocument } from './kernel/openapi/document.ts';
import type { Route } from './kernel/route.ts';
import { auditRoutes } from './resources/audit.ts';
import { classificationRoutes } from './resources/classifications.ts';
import { fileRoutes } from './resources/files.ts';
import { memberRoutes } from './resources/members.ts';
import { openApiRoute } from './resources/openapi.ts';
import { orgUnitRoutes } from './resources/org-units.ts';
import { receiptRoutes } from './resources/receipts.ts';
import { roomRoutes } from './resources/rooms.ts';
import type { App } from './resources/route.ts';
import { sessionRoutes } from './resources/sessions.ts';
import { shareRoutes } from './resources/shares.ts';
import { tokenRoutes } from './resources/tokens.ts';
import { userRoutes } from './resources/users.ts';
import { VERSION } from './version.ts';

/** Every operation under /api/v1: one line a resource. */
export const ROUTES: readonly Route<App>[] = [
  ...roomRoutes,
  ...memberRoutes,
  ...fileRoutes,
  ...shareRoutes,
  ...userRoutes,
  ...tokenRoutes,
  ...sessionRoutes,
  ...orgUnitRoutes,
  ...auditRoutes,
  ...receiptRoutes,
  ...classificationRoutes,
  openApiRoute(openApiText),
];

let printed: string | undefined;

/** The OpenAPI document of all routes, printed when it is first asked for. */
export function openApiText(): string {
  printed ??= JSON.stringify(openApiDocument(ROUTES, VERSION));
  return printed;
}
