import { describe, expect, test } from '@jest/globals';
import { StrongroomError } from '@strongroom/client';
import { sayingOnce } from '../src/account/session.ts';
import { failureOf } from '../src/errors/failure.ts';
import { longWaits } from '../src/print/long-wait.ts';
import { meterOn } from '../src/transfer/meter.ts';
import { aTerminal } from './setting.ts';

const at = (hours: number, minutes: number, seconds = 0): Date => new Date(2026, 10, 26, hours, minutes, seconds);
const HOUR = 3_600_000;
const KEYS = { code: 'RATE_LIMIT_EXCEEDED', for: 'key-service' } as const;

describe('a long wait', () => {
  test('is reported once for all files, with its end, and again when the end moves', () => {
    const said: string[] = [];
    const isLong = longWaits({ tell: (line) => said.push(line), service: 'rooms.example.com' });
    const first = at(14, 31, 20).getTime();
    for (let file = 0; file < 8; file++)
      expect(isLong({ ...KEYS, milliseconds: HOUR, until: new Date(first + file) })).toBe(true);
    expect(said).toEqual(['Waiting for the key service until 14:32. Ctrl-C ends this.']);
    isLong({ ...KEYS, milliseconds: HOUR / 2, until: at(15, 2) });
    isLong({ code: 'RATE_LIMIT_EXCEEDED', milliseconds: 60_000, until: at(14, 33) });
    expect(said.slice(1)).toEqual([
      'Waiting for the key service until 15:02. Ctrl-C ends this.',
      'Waiting for rooms.example.com until 14:33. Ctrl-C ends this.',
    ]);
  });

  test('is not reported below half a minute', () => {
    const said: string[] = [];
    const isLong = longWaits({ tell: (line) => said.push(line), service: 'x' });
    expect(isLong({ ...KEYS, milliseconds: 29_999, until: at(14, 0) })).toBe(false);
    expect(said).toEqual([]);
  });

  test.each([true, false])('is a line of a transfer, on a terminal: %s', async (isTerminal) => {
    const { result, terminal } = aTerminal({ isTerminal });
    const meter = await meterOn(terminal, 'put', 1, 1);
    for (let file = 0; file < 8; file++) meter.waiting({ ...KEYS, milliseconds: HOUR, until: at(14, 32) });
    meter.stop();
    expect(result.err.match(/Waiting for the key service until \d\d:\d\d\./g)).toHaveLength(1);
  });
});

describe('waits of a command without a terminal', () => {
  const short = { code: 'RATE_LIMIT_EXCEEDED', milliseconds: 10_000, until: at(14, 31) };

  test('are reported on one line once they add up to half a minute', () => {
    const { result, terminal } = aTerminal({ isTerminal: false });
    const onWait = sayingOnce({ terminal }, 'https://rooms.example.com');
    for (let wait = 0; wait < 2; wait++) onWait(short);
    expect(result.err).toBe('');
    for (let wait = 0; wait < 20; wait++) onWait(short);
    expect(result.err).toBe('https://rooms.example.com asks to wait; trying again.\n');
  });

  test('are reported on one line in a transfer too, with the end of a long wait', async () => {
    const { result, terminal } = aTerminal({ isTerminal: false });
    const meter = await meterOn(terminal, 'put', 1, 1);
    meter.waiting({ ...short, milliseconds: HOUR, until: at(14, 32) });
    for (let wait = 0; wait < 20; wait++) meter.waiting(short);
    meter.stop();
    expect(result.err).toBe('Waiting for the service until 14:32. Ctrl-C ends this.\n');
  });
});

test('the error of a rate limit that lasts days names the date of its end, and exits with 6', () => {
  const limit = new StrongroomError('RATE_LIMIT_EXCEEDED', { status: 429, retryAfter: 34_560_013 });
  expect(failureOf(limit)).toMatchObject({
    exitCode: 6,
    sentence: expect.stringMatching(
      /^The service takes no more requests of yours for now\. Run the command again after 20\d\d-\d\d-\d\d \d\d:\d\d UTC\.$/,
    ),
  });
});
