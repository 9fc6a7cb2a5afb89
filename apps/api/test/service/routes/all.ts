import type { Cast } from '../cast.ts';
import type { Hidden } from '../hidden-things.ts';
import { auditRows } from './audit.ts';
import { binRows } from './bin.ts';
import { fileRows } from './files.ts';
import { folderRows } from './folders.ts';
import { groupRows } from './groups.ts';
import { memberRows } from './members.ts';
import { orgUnitRows } from './org-units.ts';
import { paramsFor } from './requests.ts';
import { roomRows } from './rooms.ts';
import type { Row, RowRequest, RowsByRoute } from './row.ts';
import { serviceRows } from './service.ts';
import { shareRows } from './shares.ts';
import { signInRows } from './sign-in.ts';
import { uploadRequestRows } from './upload-requests.ts';
import { userRows } from './users.ts';
import { versionRows } from './versions.ts';
import { webhookRows } from './webhooks.ts';

const ROWS_BY_ROUTE: RowsByRoute = {
  ...roomRows,
  ...memberRows,
  ...fileRows,
  ...folderRows,
  ...groupRows,
  ...binRows,
  ...versionRows,
  ...shareRows,
  ...uploadRequestRows,
  ...userRows,
  ...signInRows,
  ...orgUnitRows,
  ...auditRows,
  ...webhookRows,
  ...serviceRows,
};

/** The row of each operation, by its name. */
export const ROWS: Readonly<Record<string, Row>> = ROWS_BY_ROUTE;

/** The rows that have `key`, each with its value. */
export const rowsWith = <K extends keyof Row>(key: K) =>
  Object.entries(ROWS).flatMap(([operation, row]) => {
    const value = row[key];
    return value === undefined ? [] : [[operation, value, row] as const];
  });

/** The request of a row, with the usual parameters and the body of the row where it names none. */
export function requestFor(operation: string, cast: Cast): RowRequest {
  const { request, body } = ROWS[operation] ?? {};
  const own = request?.(cast);
  const params = { ...paramsFor(operation, cast), ...own?.params };
  return { ...(typeof body === 'object' ? { body } : {}), ...own, params };
}

/** A valid body of an operation that takes one. */
export function bodyOf(operation: string, at: Hidden): object | undefined {
  const body = ROWS[operation]?.body;
  return typeof body === 'function' ? (body as (at: Hidden) => object)(at) : body;
}

/** The operations whose path names something that may be hidden. */
export const HIDING = rowsWith('hidden').flatMap(([operation, cases]) =>
  typeof cases === 'string' ? [] : [{ operation, cases }],
);

/** Hidden ids in bodies and queries. */
export const NAMED = rowsWith('named').flatMap(([operation, ids]) => ids.map((one) => ({ operation, ...one })));
