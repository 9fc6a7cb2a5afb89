import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/** Codes and our own sentences reach the log; texts of foreign errors never, as they may hold an address, a path or a secret. */

const ROOT = join(import.meta.dirname, '..');
const CALL = /\b(?:log|logger)(?:\?)?\.(?:error|warn|info|debug|announce)(?:\?\.)?\(/gu;
/** The text of an error, or the error itself. */
const FOREIGN =
  /\.(?:message|stack|cause)\b|\bString\(|\b(?:inspect|format)\(|(?<!\b(?:errorForLog|framesForLog|errorReason)\()\b(?:error|cause|thrown)\b(?=\s*(?:[,})\]]|$))/u;

/** The arguments of a call that begins at `from`. */
function argumentsAt(text: string, from: number): string {
  let depth = 1;
  let end = from;
  for (; depth > 0 && end < text.length; end += 1) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
  }
  return text.slice(from, end - 1);
}

const callsIn = (text: string): readonly string[] =>
  [...text.matchAll(CALL)].map((call) => argumentsAt(text, call.index + call[0].length));

/** Places whose sentence is ours: errors of one class that the file names. */
const OURS: Readonly<Record<string, RegExp>> = {
  'apps/api/src/container/outside-alarms.ts':
    /\bcause = isFull\(failure\) \? 'STORAGE_FULL' : \(CODE_OF_KIND\[error\] \?\? error\) \} = errorForLog\(failure\)/u,
  'packages/application/src/operator/upgrade/served-store.ts': /\b(?:OlderProcesses|SettingsUnfit)\b/u,
  'packages/adapter-oidc/src/identity-provider.ts': /\brefusalOf\b/u,
  'packages/application/src/jobs/checkpointer.ts': /\bfault: LogFault\b/u,
};

describe('the log', () => {
  test.each([
    "log.warn('x', { because: error.message })",
    "this.#log.error('x', { cause })",
    "log.info('x', { reason: String(error) })",
    "deps.log.debug?.('x', error)",
    "log.error('x', { ...errorForLog(error), error })",
  ])('has a check that finds %s', (line) => {
    expect(callsIn(line).some((given) => FOREIGN.test(given))).toBe(true);
  });

  test.each([
    "log.error('x', { ...errorForLog(error), frames: framesForLog(error) })",
    "log.warn('x', { reason: errorReason(error) })",
    "log.info('listening', { offset_seconds: 2 })",
  ])('has a check that accepts %s', (line) => {
    expect(callsIn(line).some((given) => FOREIGN.test(given))).toBe(false);
  });

  test('gets no text of a foreign error', () => {
    const files = globSync(['apps/{api,key-service}/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: ROOT });
    const found = files
      .filter((file) => !/\.test\.ts$|^packages\/(client|contract-tests)\//u.test(file))
      .flatMap((file) => callsIn(readFileSync(join(ROOT, file), 'utf8')).map((given) => ({ file, given })));
    expect(found.length).toBeGreaterThan(25);
    const foreign = found.filter(({ given }) => FOREIGN.test(given));
    expect(foreign.filter(({ file }) => OURS[file] === undefined)).toEqual([]);
    for (const [file, reason] of Object.entries(OURS)) {
      expect(foreign.map((one) => one.file)).toContain(file);
      expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(reason);
    }
  });
});
