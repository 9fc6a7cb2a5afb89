/** Thrown for a setting of the wrong form. The message completes a sentence that begins with its name. */
export class InvalidSetting extends Error {
  override readonly name = 'InvalidSetting';
}

/** The form of a value, shared by variables. */
export type Form<T> = Readonly<{
  /** The allowed values as the documentation names them, with their bounds and unit. */
  allowed: string;
  /** Throws InvalidSetting. */
  parse: (text: string) => T;
  /** Neither a message nor a log ever repeats it. */
  isSecret?: boolean;
  /** A message may repeat a wrong value: it is too short and too plain to hold a secret. */
  isRepeated?: boolean;
}>;

/** Another setting that requires this one. `because` completes "NAME is missing: ". */
export type Requirement = Readonly<{
  /** Name of the other variable. */
  with: string;
  /** Whether a value of the other variable requires this one. */
  holds: (value: unknown) => boolean;
  /** `setting` is the other one, such as STRONGROOM_KEYS=pkcs11. */
  because: (setting: string) => string;
}>;

/** One environment variable: its only description. */
export type Variable<T, N extends string = string> = Readonly<{
  name: N;
  form: Form<T>;
  /** Default as the documentation shows it. */
  shown: string;
  meaning: string;
  /** Value when it is not set. */
  fallback: T;
  requiredWith: readonly Requirement[];
}>;

/** A variable whose default is a text like any other. */
export const variable = <const N extends string, T>(
  name: N,
  form: Form<T>,
  shown: string,
  meaning: string,
): Variable<T, N> => ({ name, form, shown, meaning, fallback: form.parse(shown), requiredWith: [] });

/** A variable that may have no value. `shown` says what applies without one. */
export const optionalVariable = <const N extends string, T>(
  name: N,
  form: Form<T>,
  shown: string,
  meaning: string,
  ...requiredWith: readonly Requirement[]
): Variable<T | undefined, N> => ({ name, form, shown, meaning, fallback: undefined, requiredWith });

/** Required if another variable has this value. `because` follows it: "STRONGROOM_KEYS=pkcs11 needs …". */
export const requiredWithWord = (name: string, word: string, because: string): Requirement => ({
  with: name,
  holds: (value) => value === word,
  because: (setting) => `${setting} ${because}`,
});

/** Required if another variable has any value. `because` follows its name. */
export const requiredWithSetting = (name: string, because: string): Requirement => ({
  with: name,
  holds: (value) => value !== undefined,
  because: () => `${name} ${because}`,
});
