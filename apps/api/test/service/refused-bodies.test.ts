import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROUTES } from '../../src/http/routes.ts';
import { PREFIX } from '../../src/http/serve/prefix.ts';
import { emptyObject, SHAPES, withBody } from '../support/costly-bodies.ts';
import { aFile, aPerson, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { Stopwatch } from '../support/stopwatch.ts';

const LENGTH = 16_384;
const IN_A_ROW = 10;
/** Requests with the accepted body, whose cost is the measure of all others. */
const REPEATS = 18;
/** A busy machine slows all repeats of a moment, so a refusal that seems expensive is measured again. */
const MAX_REPEATS = 90;
/** Tolerance of a measurement in microseconds: some systems have a coarse process clock. */
const SLACK = 100;

const PUBLIC = ROUTES.filter(({ access }) => access === 'public').map(({ method, path }) => ({
  method: method.toUpperCase(),
  path: PREFIX + path,
}));

let world: World;
let connection: Stopwatch;
let link: string;
/** Microseconds of CPU for a body of this size that is accepted. */
let accepted: number;

beforeAll(async () => {
  world = await startService({ check: false });
  const { caller } = await aPerson(world);
  const file = await aFile(caller, await aRoom(caller));
  link = (await caller.post(`/files/${file}/share`, { expires_in: 3600 })).body.data.token;
  connection = await Stopwatch.on(world.url);
  const look = withBody({ method: 'GET', path: `${PREFIX}/shares/by-token/${link}` }, emptyObject(LENGTH));
  accepted = (await cost(look, REPEATS)).micros;
});
afterAll(async () => {
  connection.stop();
  await world.stop();
});

/** CPU of this process for one request: the minimum of several repeats, because other work only adds to it. Ends when it is below `enough`. */
async function cost(
  request: Buffer,
  repeats: number,
  enough = 0,
): Promise<Readonly<{ micros: number; status: number }>> {
  let micros = Number.POSITIVE_INFINITY;
  let status = 0;
  for (let repeat = 0; repeat < repeats && micros >= enough; repeat++) {
    const before = process.cpuUsage();
    for (let i = 0; i < IN_A_ROW; i++) ({ status } = await connection.time(request));
    const { user, system } = process.cpuUsage(before);
    micros = Math.min(micros, (user + system) / IN_A_ROW);
  }
  return { micros, status };
}

test('the accepted body is accepted', async () => {
  const path = `${PREFIX}/shares/by-token/${link}`;
  expect((await cost(withBody({ method: 'GET', path }, emptyObject(LENGTH)), 1)).status).toBe(200);
});

describe.each(PUBLIC)('$method $path', ({ method, path }) => {
  const cases = Object.entries(SHAPES).flatMap(([name, shape]) => [
    { name, shape, isPacked: false },
    { name: `${name}, packed`, shape, isPacked: true },
  ]);

  test.each(cases)('refuses $name at no more than 5 times the cost of an accepted body', async (it) => {
    const request = withBody({ method, path: path.replace(':token', link) }, it.shape(LENGTH), it.isPacked);
    const limit = 5 * accepted + SLACK;
    const { micros, status } = await cost(request, MAX_REPEATS, limit);
    expect([400, 413]).toContain(status);
    expect(micros).toBeLessThan(limit);
  });
});
