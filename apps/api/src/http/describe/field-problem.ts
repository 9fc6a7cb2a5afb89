import { type FieldClass, fieldsOf } from './is.ts';

/** The first unknown, missing or invalid field of an object, by the descriptions of its class. */
export function fieldProblem(view: FieldClass, input: unknown): string | undefined {
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
