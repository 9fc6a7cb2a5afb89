import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Strongroom, type StrongroomOptions, type Wait } from '@strongroom/client';
import { UnreliableLine } from '@strongroom/test-servers/unreliable-line';
import { VolatileMemory } from '../src/transfer/volatile-memory.ts';
import { failureOf } from './failure.ts';
import { type Came, giving, type Reaction, type StandIn, standIn } from './service-stand-in.ts';
import { notedTime } from './waits.ts';

let service: StandIn;
let line: UnreliableLine;
beforeEach(async () => {
  service = await standIn(answer);
  line = await UnreliableLine.to(() => service.url);
});
afterEach(async () => {
  await line.end();
  await service.end();
});

const WRAPPED = { wrapped_dek: 'd3JhcHBlZA==', kms_key_id: 'k', wrapped_dek_aad: null, key_grant: null };

/** Announces and confirms every file, and takes every object. */
function answer({ method, path, body }: Came): Reaction {
  if (method === 'PUT') return { status: 200, bytes: Buffer.alloc(0) };
  if (method === 'GET') return giving({});
  const { items } = JSON.parse(body.toString()) as { items: readonly { name?: string; file_id?: string }[] };
  const each = items.map(({ name, file_id: id = name }, index) => ({
    index,
    status: 200,
    data: { ...WRAPPED, id, file_id: id, upload_url: `${line.url}/object/${id}` },
  }));
  return path.endsWith('/upload-urls') || path.endsWith('/bulk-confirm') ? giving(each) : { status: 404 };
}

const TEN_MINUTES = 600_000;

/** A client whose waits take no time: `during` runs in each of them. */
function clientOf(during: (wait: number) => void = () => undefined, options: Partial<StrongroomOptions> = {}) {
  const waits: Wait[] = [];
  const time = { random: () => 0, now: () => 0, pause: async () => during(waits.length) };
  const onWait = (wait: Wait) => void waits.push(wait);
  const unwrap = { unwrap: async () => new Uint8Array(32) };
  const client = new Strongroom({ url: line.url, unwrap, time, onWait, lineWaiting: TEN_MINUTES, ...options });
  return { client, waits };
}

describe('a service that was reached before', () => {
  test('is waited for while the line is offline, and each wait is reported', async () => {
    const { client, waits } = clientOf((wait) => wait >= 30 && line.goOnline());
    await client.service.offer();
    line.goOffline();
    await client.service.offer();
    expect(waits).toHaveLength(30);
    expect(new Set(waits.map(({ code }) => code))).toEqual(new Set(['CONNECTION_LOST']));
  });

  test.each(['bad gateway', 'unavailable', 'gateway timeout'] as const)(
    'is waited for while a proxy answers "%s", as during a restart',
    async (page) => {
      const { client, waits } = clientOf();
      await client.service.offer();
      line.answer(page, undefined, 20);
      await client.service.offer();
      expect(waits).toHaveLength(20);
    },
  );

  test('is not waited for without end', async () => {
    const { client, waits } = clientOf(undefined, { lineWaiting: 60_000 });
    await client.service.offer();
    line.goOffline();
    expect((await failureOf(client.service.offer())).code).toBe('CONNECTION_LOST');
    const together = waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    expect(together).toBeGreaterThan(50_000);
    expect(together).toBeLessThan(90_000);
  });
});

test('a service that this page came from is waited for from the first call on', async () => {
  const { client, waits } = clientOf((wait) => wait >= 20 && line.goOnline(), { isReached: true });
  line.goOffline();
  await client.service.offer();
  expect(waits).toHaveLength(20);
});

test('a service that was never reached is given up after a few attempts', async () => {
  const { client, waits } = clientOf();
  line.goOffline();
  expect((await failureOf(client.service.offer())).code).toBe('CONNECTION_LOST');
  expect(waits).toHaveLength(4);
});

test('waits for the line and waits for limits have separate maxima', async () => {
  const { time } = notedTime();
  const { client } = clientOf(undefined, { time, waiting: 1 });
  await client.service.offer();
  line.answer('bad gateway', undefined, 10);
  await client.service.offer();
  expect(line.passed).toHaveLength(2);
});

test('a queue of 300 files goes on by itself after the line was offline, and none has failed', async () => {
  const { client } = clientOf((wait) => wait % 20 === 0 && line.goOnline());
  const ended: string[] = [];
  const uploads = client.resumableBlobUploads<{ file: Blob }, string>('r', {
    memory: new VolatileMemory<string>(),
    onOutcome: ({ error, status }: { error?: { code: string } | undefined; status?: string }) => {
      ended.push(error?.code ?? status ?? '');
      if (ended.length % 100 === 50) line.goOffline();
    },
  });
  const file = new Blob(['abc']);
  const jobs = Array.from({ length: 300 }, (_, index) => ({
    file: { file },
    upload: `${index}`,
    description: { name: `${index}.txt`, size: 3, content_type: 'text/plain' },
  }));
  uploads.add(jobs);
  await uploads.run(new AbortController().signal);
  expect([ended.length, new Set(ended)]).toEqual([300, new Set(['uploaded'])]);
  expect(line.refused).toBeGreaterThan(0);
});
