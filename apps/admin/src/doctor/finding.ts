export type Status = 'ok' | 'warn' | 'fail';

/** The result of one check. `text` never contains a secret; `todo` says how to fix the problem. */
export type Finding = Readonly<{ check: string; status: Status; text: string; todo?: string }>;

export const ok = (check: string, text: string): Finding => ({ check, status: 'ok', text });
/** It works, but should be changed. */
export const warn = (check: string, text: string, todo: string): Finding => ({ check, status: 'warn', text, todo });
/** It does not work. */
export const fail = (check: string, text: string, todo: string): Finding => ({ check, status: 'fail', text, todo });

/** Quotes a path for a shell. */
export const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
