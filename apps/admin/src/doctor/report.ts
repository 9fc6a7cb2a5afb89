import { styleText } from 'node:util';
import type { Finding, Status } from './finding.ts';

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const satisfies Record<Status, string>;

/** One line per finding. */
export function linesOf(findings: readonly Finding[], isColoured: boolean): string {
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
export const jsonOf = (folder: string, findings: readonly Finding[]): string =>
  `${JSON.stringify({ ok: isHealthy(findings), data_dir: folder, checks: findings }, null, 2)}\n`;

/** A warning is not a failure. */
export const isHealthy = (findings: readonly Finding[]): boolean => findings.every(({ status }) => status !== 'fail');
