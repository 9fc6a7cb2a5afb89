import { DomainError, type ErrorCode, type FieldProblem } from '@strongroom/domain';
import type { ValidationError, ValidatorOptions } from 'class-validator';
import { Validator } from 'class-validator/cjs/validation/Validator.js';
import { type FieldClass, type Fields, fieldsOf } from './is.ts';

const OPTIONS: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  validationError: { target: false, value: false },
};

const VALIDATOR = new Validator();

/** Maximum number of unknown names in one answer. */
export const UNKNOWN_REPORTED = 20;
/** Maximum characters of an unknown name in an answer. */
export const NAME_REPORTED = 100;

type CodedProblem = FieldProblem & Readonly<{ code: ErrorCode }>;
type Sent = Readonly<Record<string, unknown>>;

/** Reads plain fields as an instance of the class. Throws DomainError: VALIDATION_ERROR, or the code of the field. */
export function readFields<T extends object>(type: FieldClass<T>, sent: Sent): T {
  const fields = fieldsOf(type);
  const instance = new type();
  if (isEmpty(sent) && areOptional(type, fields)) return instance;
  Object.assign(instance, describedIn(sent, fields));
  const unknown = unknownIn(sent, fields);
  if (unknown.length === 0 && isValid(instance, fields)) return instance;
  const errors = VALIDATOR.validateSync(instance, OPTIONS);
  if (errors.length > 0 || unknown.length > 0) refuse([...unknown, ...problems(errors, fields, sent)], fields);
  return instance;
}

/**
 * Whether every rule of the class holds. `@Is` registers no other rules, so class-validator would find nothing either; it
 * would first search the rules of all classes, which takes longer than these do.
 */
function isValid(instance: object, fields: Fields): boolean {
  const values: Readonly<Record<string, unknown>> = { ...instance };
  for (const [name, value] of fields) if (value.problem(values[name]) !== undefined) return false;
  return true;
}

function isEmpty(sent: Sent): boolean {
  return Object.keys(sent).length === 0;
}

/** By class. Most queries are empty, and class-validator takes longer to find nothing than the policy to decide. */
const OPTIONAL = new WeakMap<object, boolean>();

function areOptional(type: object, fields: Fields): boolean {
  const known = OPTIONAL.get(type);
  if (known !== undefined) return known;
  const are = [...fields.values()].every((value) => value.problem(undefined) === undefined);
  OPTIONAL.set(type, are);
  return are;
}

/** The first names that the class does not describe. */
function unknownIn(sent: Sent, fields: Fields): readonly CodedProblem[] {
  const unknown: CodedProblem[] = [];
  for (const name of Object.keys(sent))
    if (!fields.has(name) && unknown.push(unknownField(name)) === UNKNOWN_REPORTED) break;
  return unknown;
}

/**
 * Only the described fields: class-validator would spend time on the others, and treats names that every object has
 * (`constructor`, `__proto__` …) as described.
 */
function describedIn(sent: Sent, fields: Fields): Sent {
  const values: Record<string, unknown> = {};
  for (const name of fields.keys()) if (Object.hasOwn(sent, name)) values[name] = sent[name];
  return values;
}

function problems(errors: readonly ValidationError[], fields: Fields, sent: Sent): readonly CodedProblem[] {
  return errors.map(({ property }) => {
    const value = fields.get(property);
    const found = value?.problem(sent[property]);
    const rule = sent[property] === undefined ? 'required' : (found?.rule ?? value?.name ?? property);
    const message = sent[property] === undefined ? 'is required' : (found?.message ?? 'is not valid');
    const code = sent[property] === undefined ? 'VALIDATION_ERROR' : (found?.code ?? 'VALIDATION_ERROR');
    return { field: property, rule, message: `${property} ${message}`, code };
  });
}

const unknownField = (name: string): CodedProblem => ({
  field: name.slice(0, NAME_REPORTED),
  rule: 'unknown',
  message: 'there is no such field here',
  code: 'VALIDATION_ERROR',
});

/** A plain problem takes precedence over those with a code of their own; of those, the field declared first decides. */
function refuse(found: readonly CodedProblem[], fields: Fields): never {
  const plain = found.filter(({ code }) => code === 'VALIDATION_ERROR');
  if (plain.length > 0) refuseFields(plain);
  const declared = [...fields.keys()];
  const [first] = found.toSorted((a, b) => declared.indexOf(a.field) - declared.indexOf(b.field));
  throw new DomainError(first?.code ?? 'VALIDATION_ERROR', { message: `${first?.message ?? ''}.` });
}

/** VALIDATION_ERROR with one row per problem, sorted by field. */
export function refuseFields(found: readonly FieldProblem[]): never {
  const details = found
    .map(({ field, rule, message }) => ({ field, rule, message }))
    .toSorted((a, b) => (a.field < b.field ? -1 : a.field > b.field ? 1 : 0));
  throw new DomainError('VALIDATION_ERROR', { details });
}
