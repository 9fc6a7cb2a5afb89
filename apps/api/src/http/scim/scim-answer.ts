import type { Answer } from '@strongroom/http-kernel';

export const SCIM_TYPE = 'application/scim+json';

/** A JSON object of the protocol. */
export type ScimObject = Readonly<Record<string, unknown>>;

/** An answer with a body of the protocol. */
export const scimAnswer = (status: number, body: ScimObject, headers: readonly string[] = []): Answer => ({
  status,
  headers,
  content: { kind: 'bytes', type: SCIM_TYPE, bytes: Buffer.from(JSON.stringify(body)) },
});

export const noContent: Answer = { status: 204, headers: [], content: { kind: 'none' } };

export const isObject = (value: unknown): value is ScimObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member of an object, by a name in any letter case (RFC 7643 section 2.1). */
export function memberOf(object: ScimObject, name: string): unknown {
  const wanted = name.toLowerCase();
  const found = Object.keys(object).find((key) => key.toLowerCase() === wanted);
  return found === undefined ? undefined : object[found];
}
