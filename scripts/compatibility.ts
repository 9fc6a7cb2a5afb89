import { compareOpenApi } from 'api-smart-diff';

type Difference = ReturnType<typeof compareOpenApi>['diffs'][number];
type Document = Readonly<{ paths: Readonly<Record<string, object>> }>;

/**
 * Changes from one OpenAPI document to another that docs/reference/versioning.md rules out, one sentence each. Takes texts,
 * because the comparison writes into what it is given.
 */
export function incompatibilities(before: string, after: string): readonly string[] {
  const { diffs } = compareOpenApi(withErrorShown(before), withErrorShown(after));
  // The paths hold every schema again, resolved and as a request or an answer. Alone, a schema does not say which it is.
  const inOperations = diffs.filter(({ path }) => path[0] === 'paths');
  return [...new Set(inOperations.filter(isIncompatible).map(sentenceOf))];
}

/**
 * The document with one more operation, which answers what every refusal answers: its form is compared once. The codes and
 * statuses of an operation may change.
 */
function withErrorShown(text: string): Document {
  const document = JSON.parse(text, asExact) as Document;
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const answered = { get: { responses: { 200: { description: 'Every refusal.', content } } } };
  return { ...document, paths: { ...document.paths, '/every-refusal': answered } };
}

/**
 * Bodies of lines are compared as their lines, values as their exact schema, open lists of words as the closed ones before, and
 * plain alternatives as the list of types that documents had before.
 */
function asExact(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('x-each-line' in value) return { schema: value['x-each-line'] };
  if ('x-extensible-enum' in value) {
    const { 'x-extensible-enum': words, ...rest } = value;
    return { ...rest, enum: words };
  }
  if ('anyOf' in value && Array.isArray(value.anyOf) && value.anyOf.every(isPlain)) {
    const { anyOf, ...rest } = value;
    return { ...rest, type: anyOf.map(({ type }) => type) };
  }
  return 'x-value' in value ? value['x-value'] : value;
}

/** Whether a schema names a type and nothing else. */
const isPlain = (schema: object): schema is Readonly<{ type: string }> => Object.keys(schema).join() === 'type';

/** Corrects the verdict of the tool where its rules differ from ours. */
function isIncompatible({ path, type, action, before, after }: Difference): boolean {
  const isOfAnswer = path[3] === 'responses';
  const isOfRefusal = isOfAnswer && !/^2\d\d$/u.test(String(path[4]));
  const last = path.at(-1);
  const parent = path.at(-2);
  // The errors of an operation may change, and the form of all is compared once.
  if (isOfRefusal) return false;
  // Clients expect new values in answers and rely on those they know.
  if (isOfAnswer && parent === 'enum') return action === 'remove';
  // The tool accepts a changed type in an answer as compatible.
  if (isOfAnswer && last === 'type' && action === 'replace') return true;
  // Unknown fields of requests are refused, so removing a field breaks clients that send it.
  if (parent === 'properties' && action === 'remove') return true;
  // A first list of values: any text was accepted before. The tool calls that compatible.
  if (parent === 'enum' && last === 0 && action === 'add' && !isOfAnswer) return true;
  // A pattern with one more alternative accepts everything that it accepted before.
  if (last === 'pattern' && !isOfAnswer && String(after).endsWith(`|${String(before)}`)) return false;
  return type === 'breaking';
}

const sentenceOf = ({ path, action, description = '' }: Difference): string =>
  `${String(path[2]).toUpperCase()} ${String(path[1])}: ${description || action}`;
