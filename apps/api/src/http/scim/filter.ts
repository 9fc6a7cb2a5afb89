import { isObject, memberOf, type ScimObject } from './scim-answer.ts';
import { badRequest } from './scim-refusal.ts';

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const;
type Operator = (typeof OPERATORS)[number];
type Literal = string | number | boolean | null;

/** A filter (RFC 7644 section 3.4.2.2). */
export type Filter = Readonly<
  | { kind: 'and'; of: readonly Filter[] }
  | { kind: 'or'; of: readonly Filter[] }
  | { kind: 'not'; of: Filter }
  | { kind: 'within'; path: string; of: Filter }
  | { kind: 'compare'; path: string; op: Operator; value: Literal }
>;

/** Bounds of the work that one filter causes for each resource. */
const MAX_LENGTH = 2000;
const MAX_COMPARISONS = 20;
const MAX_DEPTH = 8;

const refused = (message: string): Error => badRequest('invalidFilter', message);

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+)/y;

function tokensOf(text: string): readonly string[] {
  if (text.length > MAX_LENGTH) throw refused(`A filter has at most ${MAX_LENGTH} characters.`);
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const [, token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw refused('A text in the filter does not end.');
    tokens.push(token);
  }
  return tokens;
}

/** The name of an attribute without the schema it may begin with, in lower case. */
export const attributeOf = (path: string): string =>
  path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, '');

const PATH = /^[a-z$][\w$:.-]*$/i;

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;
  #comparisons = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  whole(): Filter {
    const filter = this.#or();
    if (this.#at < this.#tokens.length) throw refused(`"${this.#tokens[this.#at]}" in the filter is out of place.`);
    return filter;
  }

  #next(): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw refused('The filter ends too early.');
    return token;
  }

  #takes(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }

  #or(): Filter {
    const of = [this.#and()];
    while (this.#takes('or')) of.push(this.#and());
    return of.length === 1 && of[0] ? of[0] : { kind: 'or', of };
  }

  #and(): Filter {
    const of = [this.#term()];
    while (this.#takes('and')) of.push(this.#term());
    return of.length === 1 && of[0] ? of[0] : { kind: 'and', of };
  }

  #term(): Filter {
    if (this.#takes('not')) {
      if (!this.#takes('(')) throw refused('"not" is followed by a filter in parentheses.');
      return { kind: 'not', of: this.#inner(')') };
    }
    if (this.#takes('(')) return this.#inner(')');
    const path = this.#next();
    if (!PATH.test(path)) throw refused(`"${path}" in the filter names no attribute.`);
    if (this.#takes('[')) return { kind: 'within', path: attributeOf(path), of: this.#inner(']') };
    return this.#comparison(attributeOf(path));
  }

  #inner(end: ')' | ']'): Filter {
    if (++this.#depth > MAX_DEPTH) throw refused(`A filter is nested at most ${MAX_DEPTH} levels deep.`);
    const filter = this.#or();
    if (!this.#takes(end)) throw refused(`A "${end}" is missing in the filter.`);
    this.#depth--;
    return filter;
  }

  #comparison(path: string): Filter {
    if (++this.#comparisons > MAX_COMPARISONS) throw refused(`A filter has at most ${MAX_COMPARISONS} comparisons.`);
    const word = this.#next().toLowerCase();
    const op = OPERATORS.find((known) => known === word);
    if (op === undefined) throw refused(`"${word}" is no operator of a filter.`);
    return { kind: 'compare', path, op, value: op === 'pr' ? null : literalOf(this.#next()) };
  }
}

function literalOf(token: string): Literal {
  try {
    // Some directories write the words of JSON with a capital.
    const value: unknown = JSON.parse(/^(?:true|false|null)$/i.test(token) ? token.toLowerCase() : token);
    if (isLiteral(value)) return value;
  } catch {
    // Refused below.
  }
  throw refused(`${token} is no value: texts are written in double quotes.`);
}

const isLiteral = (value: unknown): value is Literal =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Reads a filter. Throws invalidFilter. */
export const readFilter = (text: string): Filter => new Parser(text).whole();

/** The attributes that a filter compares. */
export function comparedIn(filter: Filter): readonly string[] {
  if (filter.kind === 'compare') return [filter.path];
  if (filter.kind === 'within') return [filter.path];
  return filter.kind === 'not' ? comparedIn(filter.of) : filter.of.flatMap(comparedIn);
}

/** The texts that a resource must equal, by attribute, for a filter to match: an index finds it by one of them. */
export function equalitiesOf(filter: Filter): ReadonlyMap<string, string> {
  if (filter.kind === 'and') return new Map(filter.of.flatMap((one) => [...equalitiesOf(one)]));
  if (filter.kind === 'within')
    return new Map([...equalitiesOf(filter.of)].map(([name, value]) => [`${filter.path}.${name}`, value]));
  if (filter.kind !== 'compare' || filter.op !== 'eq' || typeof filter.value !== 'string') return new Map();
  return new Map([[filter.path, filter.value]]);
}

/** Attributes that are compared with regard to letter case. */
const EXACT = new Set(['id', 'externalid', 'members', 'members.value', 'value']);

/** Whether a resource matches a filter. */
export function matchesFilter(filter: Filter, resource: ScimObject): boolean {
  if (filter.kind === 'and') return filter.of.every((one) => matchesFilter(one, resource));
  if (filter.kind === 'or') return filter.of.some((one) => matchesFilter(one, resource));
  if (filter.kind === 'not') return !matchesFilter(filter.of, resource);
  const values = valuesAt(resource, filter.path);
  if (filter.kind === 'within') return values.some((value) => isObject(value) && matchesFilter(filter.of, value));
  return holds(filter, values.map(plainValue));
}

/** A value of several parts is compared by its `value`. */
export const plainValue = (value: unknown): unknown => (isObject(value) ? memberOf(value, 'value') : value);

export function valuesAt(resource: ScimObject, path: string): readonly unknown[] {
  let values: readonly unknown[] = [resource];
  for (const name of path.split('.'))
    values = values
      .flatMap((value) => (isObject(value) ? [memberOf(value, name)] : []))
      .flat()
      .filter((value) => value !== undefined && value !== null);
  return values;
}

function holds({ path, op, value }: Extract<Filter, { kind: 'compare' }>, found: readonly unknown[]): boolean {
  if (op === 'pr') return found.length > 0;
  if (op === 'ne') return !holds({ kind: 'compare', path, op: 'eq', value }, found);
  if (found.length === 0) return op === 'eq' && value === null;
  return found.some((one) => compares(op, foldCase(path, one), foldCase(path, value)));
}

export const foldCase = (path: string, value: unknown): unknown =>
  typeof value === 'string' && !EXACT.has(path) ? value.toLowerCase() : value;

const OF_TEXTS: Readonly<Record<Exclude<Operator, 'pr' | 'ne'>, (one: string, other: string) => boolean>> = {
  eq: (one, other) => one === other,
  co: (one, other) => one.includes(other),
  sw: (one, other) => one.startsWith(other),
  ew: (one, other) => one.endsWith(other),
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
};

function compares(op: Exclude<Operator, 'pr' | 'ne'>, one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return OF_TEXTS[op](one, other);
  // Some directories write a boolean as a text.
  return op === 'eq' && typeof one === 'boolean' && (one === other || `${one}` === other);
}
