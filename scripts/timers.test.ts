import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = '{packages,apps}/*/src/**/*.{ts,tsx}';

/** Files whose timers take a computed time, and why it is short. Timers above 24.8 days fire at once. */
const BOUNDED: Readonly<Record<string, string>> = {
  'packages/client/src/http/long-timer.ts': 'the helper itself',
  'packages/blob-gateway/src/until.ts': 'the helper itself',
  'packages/adapter-cloud-kms/src/operation.ts': 'deadlines of calls',
  'packages/adapter-module/src/with-time-limit.ts': 'deadlines of an opening',
  'packages/adapter-mongodb/src/audit/mongo-audit-log.ts': 'pauses of numbering',
  'packages/adapter-postgresql/src/audit/postgresql-audit-log.ts': 'pauses of numbering',
  'packages/adapter-postgresql/src/connection/session.ts': 'deadlines of calls',
  'packages/adapter-pkcs11/src/process/token-process.ts': 'deadlines of calls',
  'packages/adapter-pkcs11/src/process/token.ts': 'the deadline of an opening',
  'packages/store-kit/src/deadline.ts': 'deadlines of calls',
  'packages/store-kit/src/timers.ts': 'deadlines of calls',
  'packages/contract-tests/src/base/promise.ts': 'deadlines of tests',
  'packages/http-kernel/src/body/body-bytes.ts': 'the deadline of a request',
  'apps/api/src/http/serve/deadline.ts': 'the deadline of a request',
  'apps/api/src/http/system-routes/blobs.ts': 'downloads of at most an hour',
  'packages/http-kernel/src/routes/probes.ts': 'the time of a check',
  'packages/http-kernel/src/wire/server.ts': 'the time of a stop',
  'packages/http-kernel/src/wire/parser-errors.ts': 'the time to read a refusal',
  'apps/cli/src/account/loopback.ts': 'the deadline of a sign-in',
  'apps/key-service/src/container/open-key-service.ts': 'back-off within a minute',
  'apps/api/src/container/beside/key-service-supervisor.ts': 'back-off of a start',
  'apps/web/src/pages/room/base/use-refresh.ts': 'pauses between keys',
  'apps/web/src/design/toasts.tsx': 'the time that a notice is shown',
  'apps/web/src/open/waits.ts': 'pauses between a few attempts, and the seconds of a limit',
  'apps/web/src/base/growing-list.ts': 'limits of at most five minutes',
  'apps/web/src/base/clock.ts': 'looks again after a day',
};

/** The last arguments of the calls of `setTimeout` in a text. */
function delaysIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/(?<![\w.])setTimeout\(/g), ({ index, 0: { length } }) => {
    let [depth, end, comma] = [1, index + length, -1];
    for (; depth > 0; end++) {
      const char = text[end] ?? ')';
      if ('([{'.includes(char)) depth++;
      else if (')]}'.includes(char)) depth--;
      else if (char === ',' && depth === 1 && /[^\s)]/.test(text.slice(end + 1, end + 40).trimStart()[0] ?? ')'))
        comma = end;
    }
    return text
      .slice(comma + 1, end - 1)
      .replace(/,\s*$/, '')
      .trim();
  });
}

const isConstant = (delay: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(delay) || /^[0-9_]{1,9}$/.test(delay);

const computed = (text: string): readonly string[] => delaysIn(text).filter((delay) => !isConstant(delay));

test('timers take constants, the helper for times of any length, or a time that is known to be short', () => {
  const found = globSync(SOURCES, { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => computed(readFileSync(join(ROOT, file), 'utf8')).length > 0);
  expect(found.toSorted()).toEqual(Object.keys(BOUNDED).toSorted());
});

test.each([
  ['setTimeout(() => end(a, b), retryAfter * 1000)', ['retryAfter * 1000']],
  ['setTimeout(\n  resolve,\n  left,\n)', ['left']],
  ['setTimeout(() => end(1, 2), STOP_MS)', []],
  ['setTimeout(end, 60_000)', []],
  ['socket.setTimeout(left, end)', []],
])('the computed delay in %j is found', (text, delays) => {
  expect(computed(text)).toEqual(delays);
});
