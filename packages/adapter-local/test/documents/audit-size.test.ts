import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { EventId, Instant, Label, NewEvent, RequestId, RoomId, TokenId, UserId } from '@strongroom/domain';
import { openSqliteDocuments } from '../../src/index.ts';
import { systemIds } from '../../src/runtime/ids.ts';
import { upTo, workplace } from './things.ts';

const [rooms, actors] = [upTo(20), upTo(50)].map((several) => several.map(() => randomUUID())) as [string[], string[]];
const BEGUN = Date.UTC(2026, 0);

/** A download, the most frequent event. */
const download = (n: number): NewEvent => ({
  id: systemIds.timed<EventId>((BEGUN + n) as Instant),
  type: 'file.downloaded',
  outcome: 'allowed',
  rule: null,
  occurredAt: (BEGUN + n) as Instant,
  actor: { type: 'user', id: actors[n % actors.length] as UserId, tokenId: randomUUID() as TokenId },
  target: {
    type: 'file',
    id: randomUUID(),
    roomId: rooms[n % rooms.length] as RoomId,
    label: 'C2' as Label,
  },
  request: { id: randomUUID() as RequestId, ip: '192.168.100.200' },
  data: { expires_at: '2026-01-01T00:00:00Z' },
});

const BLOCK = 4096;

test('an event takes at most 1000 bytes of the database, with its tiles and its index', async () => {
  const place = await workplace();
  try {
    const sizeWith = async (events: number): Promise<number> => {
      const store = await openSqliteDocuments({ path: place.path, audit: { blockSize: BLOCK } });
      for (let n = 0; n < events; n += 128)
        await store.commit(
          [],
          upTo(128).map((m) => download(n + m)),
        );
      await store.audit.stored();
      await store.close();
      return statSync(place.path).size;
    };
    const empty = await sizeWith(0);
    const grown = (await sizeWith(2 * BLOCK)) - empty;
    expect(grown).toBeLessThanOrEqual(2 * BLOCK * 1000);
  } finally {
    await place.clear();
  }
});
