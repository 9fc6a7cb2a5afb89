import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { httpWitness } from '@strongroom/adapter-local';
import { identityProvider } from '@strongroom/adapter-oidc';
import { s3Keeper, s3LastCheckpoint } from '@strongroom/adapter-s3';
import { SmtpMailer } from '@strongroom/adapter-smtp';
import type { Email, Instant } from '@strongroom/domain';
import { Deadline, errorForLog, framesForLog } from '@strongroom/store-kit';
import {
  FAULTS,
  type Fault,
  FaultyServer,
  LIAR_PROTOCOLS,
  type LiarProtocol,
  TELLTALES,
} from '@strongroom/test-servers/liar';
import { keyServiceLink } from '../../src/container/key-service-link.ts';
import { PublicAddress } from '../../src/container/public-address.ts';

/** Every external party that the service calls, with every kind of failure. */

// The longest deadline of a call is 12 seconds; all calls run at the same time.
jest.setTimeout(90_000);

const SECRET = { accessKeyId: 'liar', secretAccessKey: 'swordfish' };
const ORIGIN = 'rooms.example/api/v1/audit/0123abcd';
const CLOCK = { now: () => 1_900_000_000_000 as Instant };
/** Bytes of the socket buffers of both sides of a connection that is not read, and some of ours. */
const MAX_SENT = 24 * 1024 * 1024;
/** Milliseconds beyond a deadline on a busy machine. */
const LEEWAY = 6000;

type Party = Readonly<{
  name: string;
  tongue: LiarProtocol;
  /** Milliseconds in which a call ends. */
  ms: number;
  call: (liar: FaultyServer, log: ReturnType<typeof capturing>) => Promise<unknown>;
}>;

const bucketAt = (liar: FaultyServer) => ({
  bucket: 'rooms',
  endpoint: liar.url,
  region: 'eu',
  credentials: SECRET,
  prefix: '',
});
const mailerAt = ({ port }: FaultyServer): SmtpMailer =>
  new SmtpMailer({
    server: { host: '127.0.0.1', port, security: 'none' },
    from: 'rooms@example.com' as Email,
    clock: CLOCK,
    silenceMs: 1500,
  });

const PARTIES: readonly Party[] = [
  {
    name: 'witness',
    tongue: LIAR_PROTOCOLS.text,
    ms: 1000,
    call: async (liar) => {
      const { status, body } = await httpWitness({ vkey: 'w+00000000+BA==', url: liar.url }, 1000).submit('old 0\n\n');
      throw Object.assign(new Error('refused'), { code: `${status} ${body}` });
    },
  },
  {
    name: 'keeper of checkpoints, which gets one',
    tongue: LIAR_PROTOCOLS.xml,
    ms: 12_000,
    call: (liar) => s3Keeper({ ...bucketAt(liar), name: 's3://rooms' }).keep({ origin: ORIGIN, size: 3, note: 'n' }),
  },
  {
    name: 'keeper of checkpoints, which is asked for the last',
    tongue: LIAR_PROTOCOLS.xml,
    ms: 12_000,
    call: async (liar) => s3Keeper({ ...bucketAt(liar), name: 's3://rooms' }).latest?.(ORIGIN),
  },
  {
    name: 'place of the last checkpoint',
    tongue: LIAR_PROTOCOLS.xml,
    ms: 5000,
    call: (liar) => s3LastCheckpoint({ ...bucketAt(liar), name: 's3://rooms' }).lastSigned(),
  },
  {
    name: 'identity provider',
    tongue: LIAR_PROTOCOLS.json,
    ms: 5000,
    call: (liar, log) =>
      identityProvider({ issuer: liar.url, clientId: 'rooms', clientSecret: 'swordfish', claim: 'sub' }, log).check(),
  },
  {
    name: 'mail server, which gets a mail',
    tongue: LIAR_PROTOCOLS.smtp,
    ms: 3000,
    call: (liar) =>
      mailerAt(liar).send({ id: 'a', to: 'ada@example.com' as Email, subject: 'A subject', text: 'A text' }),
  },
  {
    name: 'mail server, which greets and then is checked',
    tongue: LIAR_PROTOCOLS.smtpGreeted,
    ms: 3000,
    call: (liar) => mailerAt(liar).check(),
  },
  {
    name: 'mail server, which is checked',
    tongue: LIAR_PROTOCOLS.smtp,
    ms: 3000,
    call: (liar) => mailerAt(liar).check(),
  },
  {
    name: 'key service',
    tongue: LIAR_PROTOCOLS.json,
    ms: 1500,
    call: async (liar) => {
      const address = new PublicAddress({ publicUrl: 'https://rooms.example', host: '127.0.0.1', port: 0 });
      const hint = await keyServiceLink({ keyServiceUrl: liar.url }, address, CLOCK).keyService?.hint();
      if (hint !== null) throw new TypeError('this was taken for an answer');
      throw new Error('no hint');
    },
  },
];

const lines = new Map<string, string[]>();
function capturing(of: string) {
  const line = (message: string, fields: object = {}): void => {
    lines.set(of, [...(lines.get(of) ?? []), JSON.stringify({ message, ...fields })]);
  };
  return { info: line, warn: line, error: line };
}

type Outcome = Readonly<{ error: unknown; took: number; sent: number }>;
const outcomes = new Map<string, Outcome>();
const idOf = (name: string, fault: Fault): string => `${name}: ${fault}`;

async function outcomeOf({ tongue, ms, call }: Party, fault: Fault, id: string): Promise<Outcome> {
  const liar = await FaultyServer.start(fault, tongue);
  const begin = performance.now();
  const error = await new Deadline(ms + LEEWAY).bound(call(liar, capturing(id))).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const took = performance.now() - begin;
  await liar.end();
  return { error, took, sent: liar.sent };
}

beforeAll(async () => {
  const cases = PARTIES.flatMap((party) => FAULTS.map((fault) => ({ party, fault, id: idOf(party.name, fault) })));
  const run = async ({ party, fault, id }: (typeof cases)[number]) =>
    void outcomes.set(id, await outcomeOf(party, fault, id));
  await Promise.all(cases.filter(({ fault }) => fault !== 'endless').map(run));
  for (const each of cases) if (each.fault === 'endless') await run(each);
});

test('each party has a row on the page about them', async () => {
  const page = await readFile(new URL('../../../../docs/reference/outside-parties.md', import.meta.url), 'utf8');
  const rows = new Set(Array.from(page.matchAll(/^\| ([^|]+) \|/gm), ([, first = '']) => first));
  expect(PARTIES.map(({ name }) => name.split(',')[0] ?? '').filter((name) => !rows.has(name))).toEqual([]);
});

describe.each(PARTIES)('$name', ({ name, ms }) => {
  test.each(FAULTS)('%s: the call ends in time, reads little, and repeats none of the words of the server', (fault) => {
    const id = idOf(name, fault);
    const { error, took, sent } = outcomes.get(id) ?? { error: undefined, took: Infinity, sent: Infinity };
    expect(error).toBeInstanceOf(Error);
    expect(took).toBeLessThan(ms + LEEWAY);
    expect(sent).toBeLessThan(MAX_SENT);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
    const sentence = error instanceof Error && error.name !== 'Unavailable' ? '' : cause;
    const said = [JSON.stringify(errorForLog(error)), framesForLog(error), sentence, ...(lines.get(id) ?? [])].join(
      '\n',
    );
    expect([said, TELLTALES.filter((part) => said.includes(part))]).toEqual([said, []]);
    expect(inspect(error, { depth: 5 })).not.toContain('swordfish');
  });
});
