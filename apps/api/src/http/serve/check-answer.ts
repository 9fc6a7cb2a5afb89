import type { Answer } from '@strongroom/http-kernel';
import { type FieldClass, fieldsOf } from '../describe/is.ts';
import type { Shape } from '../describe/shape.ts';
import { refusalOf } from '../errors/errors.ts';
import { generalCodes } from './general-codes.ts';
import type { Route } from './route.ts';

/** Any route refuses malformed bodies and methods; the document says so once. */
const BELOW_THE_RULES: readonly string[] = [
  'INVALID_JSON',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'METHOD_NOT_ALLOWED',
];

/** Checks answers against the document. For tests: each answer costs a walk over its fields. */
export class AnswerCheck {
  /** Throws TypeError when an answer is not what its route describes. */
  answer<App>(route: Route<App>, answer: Answer): void {
    const place = `${route.method} ${route.path}`;
    if (!route.status.includes(answer.status)) throw new TypeError(`${place} does not describe ${answer.status}`);
    const problem = problemOf(route.answer, answer);
    if (problem !== undefined) throw new TypeError(`${place} answers what it does not describe: it ${problem}`);
  }

  /** The error itself, or a TypeError in its place when the route does not describe its code. */
  refusal<App>(route: Route<App>, error: unknown): unknown {
    const { code } = refusalOf(error);
    const described: readonly string[] = [...generalCodes(route), ...route.errors];
    if (described.includes(code) || BELOW_THE_RULES.includes(code)) return error;
    return new TypeError(`${route.method} ${route.path} does not describe ${code}`, { cause: error });
  }
}

function problemOf({ kind, view, media, or }: Shape<unknown>, { content }: Answer): string | undefined {
  if (kind === 'document') return content.kind === 'document' ? undefined : 'must be a document';
  if (kind === 'media') return 'type' in content && content.type === media ? undefined : `must be ${media}`;
  if (kind === 'lines') return content.kind === 'lines' ? undefined : 'must be lines';
  if (content.kind !== 'json') return 'must be an answer in its envelope';
  if (or !== undefined && content.meta !== undefined) {
    const parts: readonly unknown[] = or.isList && Array.isArray(content.data) ? content.data : [content.data];
    return fieldProblem(or.meta, content.meta) ?? firstProblem(parts.map((part) => fieldProblem(or.view, part)));
  }
  if ((content.meta !== undefined) !== (kind === 'many')) return 'must have a meta exactly where it is a list in pages';
  if (view === undefined) return undefined;
  if (kind === 'one') return fieldProblem(view, content.data);
  if (!Array.isArray(content.data)) return 'must be a list';
  const rows: readonly unknown[] = content.data;
  const shown = kind === 'many' ? rows : rows.flatMap((row) => (isDone(row) ? [row.data] : []));
  return firstProblem(shown.map((row) => fieldProblem(view, row)));
}

const firstProblem = (problems: readonly (string | undefined)[]): string | undefined =>
  problems.find((problem) => problem !== undefined);

const isDone = (row: unknown): row is { data: unknown } => typeof row === 'object' && row !== null && 'data' in row;

/** The first unknown, missing or invalid field of an object, by the descriptions of its class. */
function fieldProblem(view: FieldClass, input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return 'must be an object';
  const fields = fieldsOf(view);
  const sent: Readonly<Record<string, unknown>> = { ...input };
  for (const name of Object.keys(sent))
    if (sent[name] !== undefined && !fields.has(name))
      return `has a field "${name}" that ${view.name} does not describe`;
  for (const [name, value] of fields) {
    const found = value.problem(sent[name]);
    if (found !== undefined) return `has a field "${name}" that ${found.message}`;
  }
  return undefined;
}
