import type { FieldProblem } from '@strongroom/domain';
import { NAME_REPORTED, readFields, refuseFields, UNKNOWN_REPORTED } from '../describe/dto.ts';
import { type FieldClass, type Fields, fieldsOf } from '../describe/is.ts';

type Parameters = ReadonlyMap<string, string>;

/** Reads the query of a route. Repeated and unknown parameters are refused, and `page` beside `cursor`. Throws DomainError. */
export function readQuery<T extends object>(type: FieldClass<T>, query: string): T {
  const parameters = parametersOf(query);
  const read = readFields(type, asDescribed(fieldsOf(type), parameters));
  if (parameters.has('page') && parameters.has('cursor'))
    refuseFields([{ field: 'cursor', rule: 'exclusive', message: 'cursor and page exclude each other' }]);
  return read;
}

/** For a route without a query: throws VALIDATION_ERROR for any parameter. */
export function refuseQuery(query: string): void {
  if (query === '') return;
  const names = [...parametersOf(query).keys()];
  if (names.length > 0)
    refuseFields(
      names.slice(0, UNKNOWN_REPORTED).map((field) => ({
        field: field.slice(0, NAME_REPORTED),
        rule: 'unknown',
        message: 'there is no such parameter here',
      })),
    );
}

/** The parameters of a query whose percent-encoding was checked before. */
function parametersOf(query: string): Parameters {
  const parameters = new Map<string, string>();
  const twice: FieldProblem[] = [];
  for (const part of query.split('&')) {
    if (part === '') continue;
    const cut = part.indexOf('=');
    const name = decoded(cut === -1 ? part : part.slice(0, cut));
    if (parameters.has(name) && twice.length < UNKNOWN_REPORTED) {
      const field = name.slice(0, NAME_REPORTED);
      twice.push({ field, rule: 'once', message: `${field} may be given once only` });
    }
    parameters.set(name, cut === -1 ? '' : decoded(part.slice(cut + 1)));
  }
  if (twice.length > 0) refuseFields(twice);
  return parameters;
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** A query holds texts only. A text in the form of a whole number is read as one where the description asks for it. */
function asDescribed(fields: Fields, parameters: Parameters): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const [name, text] of parameters) {
    const isNumber = fields.get(name)?.schema.type === 'integer' && /^(?:0|-?[1-9]\d{0,15})$/.test(text);
    // Defined, not assigned: the client chose the name, which may be `__proto__`.
    Object.defineProperty(sent, name, { value: isNumber ? Number(text) : text, enumerable: true });
  }
  return sent;
}
