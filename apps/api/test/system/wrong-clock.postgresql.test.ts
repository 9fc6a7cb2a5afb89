import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '@strongroom/test-servers/free-port';
import { Place } from '../support/service-process.ts';
import { withClock } from '../support/wrong-clock.ts';
import { withPostgresql } from './postgresql.ts';

const database = withPostgresql();
let place: Place;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

test.each([
  ['+90s', /The clock of this machine is (89|9\d) seconds ahead of that of the database: \S+Z here, \S+Z there\./],
  ['-90s', /The clock of this machine is (89|9\d) seconds behind that of the database: /],
])(
  'a start is refused while the clock is %s off that of the database, and may be tried again',
  async (offset, sentence) => {
    const settings = await database.settings();
    const { code, out, err } = await place.refusal({ ...settings, ...withClock(offset) });
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(sentence) });
  },
);

test('a clock that is some seconds off is a warning, and a measure', async () => {
  const settings = await database.settings();
  const port = await freePort();
  const environment = { ...settings, ...withClock('+5s'), STRONGROOM_METRICS_PORT: String(port) };
  const service = await place.start(environment);
  expect(service.lines()).toContainEqual(
    expect.objectContaining({ level: 'warn', message: 'the clock differs from that of the database' }),
  );
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const [, offset] = /^strongroom_clock_offset_seconds (\S+)$/m.exec(metrics) ?? [];
  expect(Number(offset)).toBeGreaterThan(4);
  expect(Number(offset)).toBeLessThan(6);
});
