import { NAME_REPORTED, readFields, refuseFields, UNKNOWN_REPORTED } from '../describe/dto.ts';
import type { FieldClass } from '../describe/is.ts';

/** Reads the value of a body as the class of an operation; no body is an empty object. Throws DomainError. */
export const bodyAs = <T extends object>(type: FieldClass<T>, value: unknown): T =>
  readFields(type, value === undefined ? {} : plainObject(value));

/** For an operation without a body: accepts none, `{}` or `null`, which some clients send for none. Throws DomainError. */
export function refuseBody(value: unknown): undefined {
  if (value === undefined || value === null) return undefined;
  const names = Object.keys(plainObject(value));
  if (names.length > 0)
    refuseFields(
      names.slice(0, UNKNOWN_REPORTED).map((name) => ({ field: name.slice(0, NAME_REPORTED), ...NOTHING_TAKEN })),
    );
  return undefined;
}

const NOTHING_TAKEN = { rule: 'unknown', message: 'this operation takes no fields' };

function plainObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuseFields([{ field: '', rule: 'object', message: 'the body must be a JSON object' }]);
  return { ...value };
}
