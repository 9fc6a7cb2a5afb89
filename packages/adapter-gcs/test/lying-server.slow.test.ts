import { inspect } from 'node:util';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { Deadline, errorForLog, framesForLog } from '@strongroom/store-kit';
import { FAULTS, type Fault, FaultyServer, LIAR_PROTOCOLS, TELLTALES } from '@strongroom/test-servers/liar';
import { GcsBlobStore, gcsKeeper, gcsLastCheckpoint } from '../src/index.ts';
import { accountAuth, BUCKET } from './setting.ts';

/** A server in place of Cloud Storage that fails in every known way. */

// The longest deadline of a call is 12 seconds; all calls run at the same time.
jest.setTimeout(90_000);

const ORIGIN = 'rooms.example/api/v1/audit/0123abcd';
/** Bytes of four tries, each read up to its bound, and the socket buffers of both sides. */
const MAX_SENT = 48 * 1024 * 1024;
/** Milliseconds beyond a deadline on a busy machine. */
const LEEWAY = 6000;

const at = ({ url }: FaultyServer) => ({
  bucket: BUCKET,
  endpoint: url,
  auth: accountAuth(),
  prefix: '',
  name: `gs://${BUCKET}`,
});
const CLOCK = { now: () => 1_900_000_000_000 as Instant };

const CALLS: Readonly<Record<string, readonly [number, (liar: FaultyServer) => Promise<unknown> | undefined]>> = {
  'a store that opens': [4500, (liar) => GcsBlobStore.open({ ...at(liar), clock: CLOCK })],
  'a keeper that gets a checkpoint': [
    12_000,
    (liar) => gcsKeeper(at(liar)).keep({ origin: ORIGIN, size: 3, note: 'n' }),
  ],
  'a keeper that is asked for the last': [12_000, (liar) => gcsKeeper(at(liar)).latest?.(ORIGIN)],
  'the place of the last checkpoint, asked': [5000, (liar) => gcsLastCheckpoint(at(liar)).lastSigned()],
  'the place of the last checkpoint, written': [5000, (liar) => gcsLastCheckpoint(at(liar)).noteSigned('n')],
};

type Outcome = Readonly<{ error: unknown; took: number; sent: number }>;
const outcomes = new Map<string, Outcome>();

async function outcomeOf(name: string, fault: Fault): Promise<void> {
  const [ms, call] = CALLS[name] ?? [0, () => undefined];
  const liar = await FaultyServer.start(fault, LIAR_PROTOCOLS.json);
  const begin = performance.now();
  const error = await new Deadline(ms + LEEWAY).bound(Promise.resolve(call(liar))).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const took = performance.now() - begin;
  await liar.end();
  outcomes.set(`${name}: ${fault}`, { error, took, sent: liar.sent });
}

beforeAll(async () => {
  const names = Object.keys(CALLS);
  const brief = FAULTS.filter((fault) => fault !== 'endless');
  await Promise.all(names.flatMap((name) => brief.map((fault) => outcomeOf(name, fault))));
  for (const name of names) await outcomeOf(name, 'endless');
});

describe.each(Object.entries(CALLS))('%s', (name, [ms]) => {
  test.each(FAULTS)('%s: the call ends in time, reads little, and repeats none of the words of the server', (fault) => {
    const { error, took, sent } = outcomes.get(`${name}: ${fault}`) ?? { error: undefined, took: 0, sent: 0 };
    expect(error).toMatchObject({ name: 'Unavailable', dependency: 'blobs' });
    expect(took).toBeLessThan(ms + LEEWAY);
    expect(sent).toBeLessThan(MAX_SENT);
    const said = [JSON.stringify(errorForLog(error)), framesForLog(error), inspect(error, { depth: 5 })].join('\n');
    expect([said, TELLTALES.filter((part) => said.includes(part) && part !== '\u001B')]).toEqual([said, []]);
  });
});
