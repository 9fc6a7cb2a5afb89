export type Status = 'ok' | 'warn' | 'fail';

/** The result of one check. `text` never holds a secret; `todo` says what to do about it. */
export type Finding = Readonly<{ check: string; status: Status; text: string; todo?: string }>;

export const ok = (check: string, text: string): Finding => ({ check, status: 'ok', text });
/** It works, and should not stay so. */
export const warn = (check: string, text: string, todo: string): Finding => ({ check, status: 'warn', text, todo });
/** It does not work. */
export const fail = (check: string, text: string, todo: string): Finding => ({ check, status: 'fail', text, todo });

/** A path as a shell takes it. */
export const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
