import { styleText } from 'node:util';

export type FindingStatus = 'ok' | 'warn' | 'fail';

/** The result of one check. `text` never contains a secret; `todo` says how to fix the problem. */
export type Finding = Readonly<{ check: string; status: FindingStatus; text: string; todo?: string }>;

export const ok = (check: string, text: string): Finding => ({ check, status: 'ok', text });
/** The checked part works, but should be changed. */
export const warn = (check: string, text: string, todo: string): Finding => ({ check, status: 'warn', text, todo });
/** The checked part does not work. */
export const fail = (check: string, text: string, todo: string): Finding => ({ check, status: 'fail', text, todo });

/** Quotes a path for a shell. */
export const quoteForShell = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const satisfies Record<FindingStatus, string>;

/** One line per finding. */
export function formatFindings(findings: readonly Finding[], isColoured: boolean): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, status, text, todo }) => {
      const mark = status.padEnd(4);
      const coloured = isColoured ? styleText(COLOURS[status], mark, { validateStream: false }) : mark;
      return `${coloured}  ${check.padEnd(width)}  ${text}${todo === undefined ? '' : `: ${todo}`}\n`;
    })
    .join('');
}

/** The report as JSON. */
export const findingsAsJson = (folder: string, findings: readonly Finding[]): string =>
  `${JSON.stringify({ ok: isHealthy(findings), data_dir: folder, checks: findings }, null, 2)}\n`;

/** A warning is not a failure. */
export const isHealthy = (findings: readonly Finding[]): boolean => findings.every(({ status }) => status !== 'fail');
