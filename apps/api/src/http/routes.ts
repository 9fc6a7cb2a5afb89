import { ClearanceReference, LabelReference, type LabelScheme } from '@strongroom/domain';
import { VERSION } from '../base/version.ts';
import { openApiDocument } from './openapi/document.ts';
import { auditRoutes } from './resources/audit.ts';
import { binRoutes } from './resources/bin.ts';
import { classificationRoutes } from './resources/classifications.ts';
import { deviceLoginRoutes } from './resources/device-logins.ts';
import { downloadRoutes } from './resources/downloads.ts';
import { exportRoutes } from './resources/exports.ts';
import { fileRoutes } from './resources/files.ts';
import { folderRoutes } from './resources/folders.ts';
import { groupRoutes } from './resources/groups.ts';
import { identityRoutes } from './resources/identity.ts';
import { inboxRoutes } from './resources/inbox.ts';
import { invitationRoutes } from './resources/invitations.ts';
import { keyPersonRoutes } from './resources/key-person.ts';
import { memberRoutes } from './resources/members.ts';
import { notificationRoutes } from './resources/notifications.ts';
import { openApiRoute } from './resources/openapi.ts';
import { orgUnitRoutes } from './resources/org-units.ts';
import { packageRoutes } from './resources/packages.ts';
import { passwordResetRoutes } from './resources/password-reset.ts';
import { receiptRoutes } from './resources/receipts.ts';
import { roomRoutes } from './resources/rooms.ts';
import type { App } from './resources/route.ts';
import { secondFactorRoutes } from './resources/second-factor.ts';
import { serviceRoutes } from './resources/service.ts';
import { sessionRoutes } from './resources/sessions.ts';
import { shareRoutes } from './resources/shares.ts';
import { sightRoutes } from './resources/sight.ts';
import { tokenRoutes } from './resources/tokens.ts';
import { uploadRequestRoutes } from './resources/upload-requests.ts';
import { uploadRoutes } from './resources/uploads.ts';
import { userRoutes } from './resources/users.ts';
import { versionRoutes } from './resources/versions.ts';
import { webhookRoutes } from './resources/webhooks.ts';
import type { Route } from './serve/route.ts';

const RESOURCES: readonly Route<App>[] = [
  ...roomRoutes,
  ...memberRoutes,
  ...fileRoutes,
  ...folderRoutes,
  ...groupRoutes,
  ...versionRoutes,
  ...binRoutes,
  ...exportRoutes,
  ...sightRoutes,
  ...uploadRoutes,
  ...downloadRoutes,
  ...packageRoutes,
  ...shareRoutes,
  ...uploadRequestRoutes,
  ...inboxRoutes,
  ...userRoutes,
  ...invitationRoutes,
  ...identityRoutes,
  ...keyPersonRoutes,
  ...tokenRoutes,
  ...sessionRoutes,
  ...deviceLoginRoutes,
  ...secondFactorRoutes,
  ...passwordResetRoutes,
  ...orgUnitRoutes,
  ...auditRoutes,
  ...webhookRoutes,
  ...notificationRoutes,
  ...receiptRoutes,
  ...classificationRoutes,
  ...serviceRoutes,
];

/** Every operation under /api/v1. */
export const ROUTES: readonly Route<App>[] = [...RESOURCES, openApiRoute(openApiText)];

/** The OpenAPI document of any service: it names no label, since each service has its own. */
export function openApiText(): string {
  return JSON.stringify(openApiDocument(ROUTES, VERSION));
}

/** The routes of a service with these labels, which its OpenAPI document lists for requests. */
export function routesWith(scheme: LabelScheme): readonly Route<App>[] {
  const labels = scheme.map(({ label }) => label);
  const choices = new Map<string, readonly string[]>([
    [LabelReference.name, labels],
    [ClearanceReference.name, [...labels, '']],
  ]);
  let printed: string | undefined;
  const text = (): string => (printed ??= JSON.stringify(openApiDocument(ROUTES, VERSION, choices)));
  return [...RESOURCES, openApiRoute(text)];
}
