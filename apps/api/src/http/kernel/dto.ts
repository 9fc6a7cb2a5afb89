import { DomainError, type ErrorCode, type FieldProblem } from '@strongroom/domain';
import { type ValidationError, type ValidatorOptions, validateSync } from 'class-validator';
import { type FieldClass, type Fields, fieldsOf } from './is.ts';

const OPTIONS: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  validationError: { target: false, value: false },
};

/** Names of unknown fields that are told; whoever sends more has another problem. */
const UNKNOWN_TOLD = 20;
const NAME_TOLD = 100;

type Found = FieldProblem & Readonly<{ code: ErrorCode }>;
type Sent = Readonly<Record<string, unknown>>;

/** Reads plain fields as an instance of the class. Throws DomainError: VALIDATION_ERROR, or the code of the field. */
export function readFields<T extends object>(type: FieldClass<T>, sent: Sent): T {
  const fields = fieldsOf(type);
  const instance = new type();
  const reserved = copy(sent, instance, fields);
  const errors = validateSync(instance, OPTIONS);
  if (errors.length > 0 || reserved.length > 0) refuse([...reserved, ...problems(errors, fields, sent)], fields);
  return instance;
}

/**
 * Names that every object knows (`constructor`, `__proto__` …) class-validator takes for described ones, and one of
 * them would change the instance's class. They are refused here and never copied.
 */
function copy(sent: Sent, instance: object, fields: Fields): readonly Found[] {
  const reserved: Found[] = [];
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(sent)) {
    if (fields.has(name) || !(name in Object.prototype)) values[name] = sent[name];
    else reserved.push(unknownField(name));
  }
  Object.assign(instance, values);
  return reserved;
}

function problems(errors: readonly ValidationError[], fields: Fields, sent: Sent): readonly Found[] {
  return errors.map(({ property }) => {
    const value = fields.get(property);
    if (value === undefined) return unknownField(property);
    const found = value.problem(sent[property]);
    const rule = sent[property] === undefined ? 'required' : (found?.rule ?? value.name);
    const message = sent[property] === undefined ? 'is required' : (found?.message ?? 'is not valid');
    const code = sent[property] === undefined ? 'VALIDATION_ERROR' : (found?.code ?? 'VALIDATION_ERROR');
    return { field: property, rule, message: `${property} ${message}`, code };
  });
}

const unknownField = (name: string): Found => ({
  field: name.slice(0, NAME_TOLD),
  rule: 'unknown',
  message: 'there is no such field here',
  code: 'VALIDATION_ERROR',
});

/** A plain problem outweighs those with a code of their own; of those, the one whose field was declared first speaks. */
function refuse(found: readonly Found[], fields: Fields): never {
  const plain = found.filter(({ code }) => code === 'VALIDATION_ERROR');
  if (plain.length > 0) refuseFields(plain.slice(0, fields.size + UNKNOWN_TOLD));
  const declared = [...fields.keys()];
  const [first] = found.toSorted((a, b) => declared.indexOf(a.field) - declared.indexOf(b.field));
  throw new DomainError(first?.code ?? 'VALIDATION_ERROR', { message: `${first?.message ?? ''}.` });
}

/** VALIDATION_ERROR with one row a problem, sorted by field. */
export function refuseFields(found: readonly FieldProblem[]): never {
  const details = found
    .map(({ field, rule, message }) => ({ field, rule, message }))
    .toSorted((a, b) => (a.field < b.field ? -1 : a.field > b.field ? 1 : 0));
  throw new DomainError('VALIDATION_ERROR', { details });
}
