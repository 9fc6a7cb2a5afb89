import { type Form, InvalidSetting, type Variable } from './variable.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables by the name that the code uses. */
export type VariableTable = Readonly<Record<string, Variable<unknown>>>;

export type ValuesOf<T extends VariableTable> = { readonly [K in keyof T]: T[K] extends Variable<infer V> ? V : never };

/** The values, or all problems with them, as sentences. */
export type ReadResult<T> = Readonly<{ values: T }> | Readonly<{ problems: readonly string[] }>;

/** An empty variable counts as not set. */
const textIn = (environment: Environment, name: string): string | undefined => environment[name]?.trim() || undefined;

/** A wrong value that is longer may be a secret in the wrong place. */
const MAX_REPEATED = 20;

const sentence = (name: string, { isRepeated = false }: Form<unknown>, text: string, problem: string): string =>
  `${name} ${problem}${isRepeated && text.length <= MAX_REPEATED ? `, not "${text}"` : ''}.`;

/** The value of one variable. Throws InvalidSetting with a whole sentence, which never repeats a secret. */
export function readVariable<T>({ name, form, fallback }: Variable<T>, environment: Environment): T {
  const text = textIn(environment, name);
  if (text === undefined) return fallback;
  try {
    return form.parse(text);
  } catch (error) {
    throw error instanceof InvalidSetting ? new InvalidSetting(sentence(name, form, text, error.message)) : error;
  }
}

/**
 * Reads every variable of a table, and checks that the variables which they require are set. `rules` returns sentences
 * about values that contradict each other.
 */
export function readVariables<T extends VariableTable>(
  table: T,
  environment: Environment,
  rules: (values: ValuesOf<T>) => readonly string[],
): ReadResult<ValuesOf<T>> {
  const { read, wrong } = parsed(table, environment);
  const values = read as ValuesOf<T>;
  const problems = wrong.length > 0 ? wrong : [...missingIn(table, read), ...rules(values)];
  return problems.length > 0 ? { problems } : { values };
}

/** Sentences about malformed values. Does not check whether required values are missing. */
export const valueProblems = (table: VariableTable, environment: Environment): readonly string[] =>
  parsed(table, environment).wrong;

function parsed(
  table: VariableTable,
  environment: Environment,
): Readonly<{ read: Readonly<Record<string, unknown>>; wrong: readonly string[] }> {
  const wrong: string[] = [];
  const read = Object.fromEntries(
    Object.entries(table).map(([key, variable]) => {
      try {
        return [key, readVariable(variable, environment)];
      } catch (error) {
        if (!(error instanceof InvalidSetting)) throw error;
        wrong.push(error.message);
        return [key, variable.fallback];
      }
    }),
  );
  return { read, wrong };
}

/** A sentence for each missing variable that another one requires. */
function missingIn(table: VariableTable, values: Readonly<Record<string, unknown>>): readonly string[] {
  const byName = new Map(Object.entries(table).map(([key, { name }]) => [name, values[key]]));
  return Object.values(table).flatMap(({ name, requiredWith }) => {
    if ((byName.get(name) ?? undefined) !== undefined) return [];
    const reason = requiredWith.find((other) => other.holds(byName.get(other.with)));
    if (reason === undefined) return [];
    return [`${name} is missing: ${reason.because(`${reason.with}=${String(byName.get(reason.with))}`)}.`];
  });
}
