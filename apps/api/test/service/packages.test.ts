import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
beforeAll(async () => {
  world = await startService();
});
afterAll(() => world.stop());

// The service of these tests refuses to send an answer that its document does not describe.
test('a link to several files is looked at and used as the document describes', async () => {
  const room = await aRoom(world.owner);
  const items = [];
  for (const name of ['a.pdf', 'b.pdf']) items.push({ file_id: await aFile(world.owner, room, { name }) });
  const made = await world.owner.post(`/rooms/${room}/packages`, { expires_in: 3600, items });
  const at = `/shares/by-token/${made.body.data.token}`;
  const look = await world.visitor.get(at);
  expect([look.status, look.body.data.kind, look.body.data.file_count]).toEqual([200, 'package', 2]);
  const used = await world.visitor.post(`${at}/download`, {});
  expect([used.status, used.body.data.map(({ name }: Readonly<{ name: string }>) => name)]).toEqual([
    200,
    ['a.pdf', 'b.pdf'],
  ]);
});

type KeyRow = Readonly<{ file_id: string; data: Readonly<{ wrapped_dek?: string }> }>;
type OpeningRow = Readonly<{ actor: Readonly<{ type: string }>; file_id: string; count: number }>;

test('the report of openings counts each key of a link that went out, and no file without one', async () => {
  const room = await aRoom(world.owner);
  // The first answer of a use has the keys of a hundred.
  const items = await Promise.all(
    Array.from({ length: 102 }, async (_, index) => ({
      file_id: await aFile(world.owner, room, { name: `${index}.pdf` }),
    })),
  );
  const made = await world.owner.post(`/rooms/${room}/packages`, { expires_in: 3600, items });
  const keys: Record<string, number> = {};
  const use = async (part: object, headers?: Record<string, string>) => {
    const { body } = await world.visitor.post(`/shares/by-token/${made.body.data.token}/download`, part, headers);
    const rows: readonly KeyRow[] = body.data;
    for (const { file_id: id, data } of rows) if (data.wrapped_dek !== undefined) keys[id] = (keys[id] ?? 0) + 1;
    return { redemption: body.meta.redemption };
  };
  const part = await use({});
  // Contents again, and then the key of another file of the same use.
  await use({ ...part, items: [1, 2] });
  await use({ ...part, items: [100] });
  // A use whose answer was lost is answered once more, with its keys.
  for (const _ of [1, 2]) await use({}, { 'Idempotency-Key': 'lost answer' });
  const [first = '', ...others] = items.map(({ file_id: id }) => id);
  expect([Object.keys(keys).length, keys[first], keys[others[99] ?? ''], keys[others[100] ?? '']]).toEqual([
    101,
    3,
    1,
    undefined,
  ]);
  const { text } = await world.owner.get(`/audit-events/openings?room_id=${room}`);
  const report: readonly OpeningRow[] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(new Set(report.map(({ actor }) => actor.type))).toEqual(new Set(['share']));
  expect(Object.fromEntries(report.map(({ file_id: id, count }) => [id, count]))).toEqual(keys);
});
