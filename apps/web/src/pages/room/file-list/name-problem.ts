const INVISIBLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** A sentence about a name that no file or folder can have. `name`: without blanks around it. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'The name is empty.';
  if (/[/\\]/.test(name)) return 'A name has no slash.';
  if (name === '.' || name === '..') return 'A name cannot be “.” or “..”.';
  return INVISIBLE.test(name)
    ? 'The name holds characters that cannot be seen: type it instead of pasting it.'
    : undefined;
}
