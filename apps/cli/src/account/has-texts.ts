/** Whether a value that was read has texts by these names. */
export function hasTexts(read: unknown, names: readonly string[]): boolean {
  if (typeof read !== 'object' || read === null) return false;
  const fields: Readonly<Record<string, unknown>> = { ...read };
  return names.every((name) => typeof fields[name] === 'string');
}
