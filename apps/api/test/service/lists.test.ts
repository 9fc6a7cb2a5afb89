import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller, Reply } from '../support/caller.ts';
import { aFile, aPerson, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { type ListCase, SOME, setListStage } from './lists-stage.ts';
import { OPERATIONS } from './operations.ts';
import { rowsWith } from './routes/all.ts';

type Item = Readonly<Record<string, unknown>>;

let world: World;
let lists: Readonly<Record<string, ListCase>>;

beforeAll(async () => {
  world = await startService();
  const stage = await setListStage(world);
  lists = Object.fromEntries(rowsWith('list').map(([operation, list]) => [operation, list(stage)]));
  for (const { add } of Object.values(lists))
    for (let made = 0; made < SOME; made++) {
      const reply = await add?.();
      if (reply !== undefined && reply.status >= 300) throw new TypeError(reply.text);
    }
});
afterAll(() => world.stop());

const LISTS = [...OPERATIONS].filter(([, { answer }]) => answer.kind === 'many').map(([operation]) => operation);

function listOf(operation: string): ListCase {
  const list = lists[operation];
  if (list === undefined) throw new TypeError(`no fixture for ${operation}`);
  return list;
}

const ask = ({ path, by }: ListCase, query: string) => by.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
const idsIn = ({ id = 'id' }: ListCase, { body }: Reply): readonly string[] =>
  (body.data as readonly Item[]).map((item) => item[id] as string);

/** All items after a cursor, two at a time. */
async function rest(list: ListCase, cursor: string | null): Promise<readonly string[]> {
  const found: string[] = [];
  for (let at = cursor; at !== null; ) {
    const page = await ask(list, `per_page=2&cursor=${at}`);
    expect(page.status).toBe(200);
    expect(page.body.meta.page).toBeNull();
    found.push(...idsIn(list, page));
    at = page.body.meta.next_cursor;
  }
  return found;
}

test('every list has a fixture, and takes the same three parameters', () => {
  expect(Object.keys(lists).toSorted()).toEqual(LISTS.toSorted());
});

const exactness = (operation: string): object => (listOf(operation).isBounded === true ? { total_is_exact: true } : {});

describe.each(LISTS)('%s', (operation) => {
  test('is the same by pages and by cursor, with its exact total', async () => {
    const list = listOf(operation);
    const whole = await ask(list, 'per_page=100');
    const all = idsIn(list, whole);
    expect(all.length).toBeGreaterThan(3);
    expect(new Set(all).size).toBe(all.length);
    expect(whole.body.meta).toEqual({
      page: 1,
      per_page: 100,
      total: all.length,
      ...exactness(operation),
      next_cursor: null,
    });
    const paged: string[] = [];
    for (let page = 1; paged.length < all.length; page++) {
      const part = await ask(list, `page=${page}&per_page=2`);
      const isLast = page === Math.ceil(all.length / 2);
      const { next_cursor, ...meta } = part.body.meta;
      expect(meta).toEqual({ page, per_page: 2, total: all.length, ...exactness(operation) });
      expect(next_cursor === null).toBe(isLast);
      expect(part.body.data).toHaveLength(isLast ? all.length - paged.length : 2);
      paged.push(...idsIn(list, part));
    }
    expect(paged).toEqual(all);
    const first = await ask(list, 'per_page=2');
    expect([...idsIn(list, first), ...(await rest(list, first.body.meta.next_cursor))]).toEqual(all);
  });

  test('clamps a page to 100, has 50 by default, and is empty past its end', async () => {
    const list = listOf(operation);
    expect((await list.by.get(list.path)).body.meta).toMatchObject({ page: 1, per_page: 50 });
    for (const much of [101, 5000, 2 ** 31]) expect((await ask(list, `per_page=${much}`)).body.meta.per_page).toBe(100);
    const { total } = (await ask(list, 'per_page=1')).body.meta;
    for (const far of [total + 1, 10_000]) {
      const page = await ask(list, `per_page=1&page=${far}`);
      expect({ status: page.status, body: page.body }).toEqual({
        status: 200,
        body: { data: [], meta: { page: far, per_page: 1, total, ...exactness(operation), next_cursor: null } },
      });
    }
  });

  test('refuses a page that is not a positive integer', async () => {
    const list = listOf(operation);
    const wrong = ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'per_page=0', 'per_page=-1', 'per_page=1e2'];
    const { next_cursor } = (await ask(list, 'per_page=1')).body.meta;
    for (const query of [...wrong, 'page=1&page=1', 'per_page=1&per_page=2', 'limit=1', `page=1&cursor=${next_cursor}`])
      expect({ query, code: (await ask(list, query)).body.error.code }).toEqual({ query, code: 'VALIDATION_ERROR' });
    const other = operation === 'GET /users' ? 'GET /org-units' : 'GET /users';
    const foreign = (await ask(listOf(other), 'per_page=1')).body.meta.next_cursor;
    for (const cursor of [foreign, `${next_cursor}A`, next_cursor.slice(1), 'x', '', '%00'])
      expect({ cursor, code: (await ask(list, `cursor=${cursor}`)).body.error.code }).toEqual({
        cursor,
        code: 'INVALID_CURSOR',
      });
  });

  test('by cursor neither repeats nor skips remaining items while others are added and removed', async () => {
    const list = listOf(operation);
    const { add, remove } = list;
    const before = idsIn(list, await ask(list, 'per_page=100'));
    const first = await ask(list, 'per_page=2');
    const [seen = ''] = idsIn(list, first);
    const unseen = before.at(-1) ?? '';
    expect((await add?.())?.status ?? 200).toBeLessThan(300);
    // The item of the cursor, an earlier one, and a later one.
    const leaving = remove === undefined ? [] : [idsIn(list, first)[1] ?? '', seen, unseen];
    for (const id of leaving) expect((await remove?.(id))?.status).toBe(200);
    const found = [...idsIn(list, first), ...(await rest(list, first.body.meta.next_cursor))];
    expect(new Set(found).size).toBe(found.length);
    expect(before.filter((id) => !leaving.includes(id)).filter((id) => !found.includes(id))).toEqual([]);
    expect(found).not.toContain(remove === undefined ? 'nothing' : unseen);
    const now = await ask(list, 'per_page=100');
    expect(now.body.meta.total).toBe(idsIn(list, now).length);
  });
});

describe('totals hold only what is visible', () => {
  test('and leave out files and rooms above the clearance', async () => {
    const high = await aPerson(world, 'member', 'C4');
    const low = await aPerson(world);
    const room = await aRoom(high.caller);
    for (const label of ['C1', 'C2', 'C3', 'C4']) await aFile(high.caller, room, { classification: label });
    await high.caller.post(`/rooms/${room}/members`, { user_id: low.id, role: 'viewer' });
    const secret = await aRoom(high.caller, 'C3');
    await high.caller.post(`/rooms/${secret}/members`, { user_id: low.id, role: 'viewer' });
    const totals = async (by: Caller) => ({
      files: (await by.get(`/rooms/${room}/files`)).body.meta.total,
      count: (await by.get(`/rooms/${room}`)).body.data.file_count,
      rooms: (await by.get('/rooms')).body.meta.total,
    });
    expect(await totals(high.caller)).toEqual({ files: 4, count: 4, rooms: 2 });
    expect(await totals(low.caller)).toEqual({ files: 2, count: 2, rooms: 1 });
    const auditor = await aPerson(world, 'auditor', 'C2');
    const overseen = (by: Caller) => by.get('/oversight/rooms?per_page=100');
    const all = (await overseen(world.owner)).body;
    const some = (await overseen(auditor.caller)).body;
    expect(all.meta.total - some.meta.total).toBe(1);
    expect(some.data.map(({ id }: Item) => id)).not.toContain(secret);
    expect((await auditor.caller.get(`/rooms/${room}`)).body.data.file_count).toBe(0);
  });

  test('after a clearance was lowered, also by a cursor from before', async () => {
    const high = await aPerson(world, 'member', 'C3');
    for (const label of ['C1', 'C1', 'C3', 'C1', 'C3']) await aRoom(high.caller, label);
    const first = await high.caller.get('/rooms?per_page=1');
    expect(first.body.meta.total).toBe(5);
    await world.owner.patch(`/users/${high.id}/clearance`, { clearance_level: 'C1' });
    // The total includes items that are hidden now, so the cursor ends with the clearance, like that of a list of
    // files.
    const next = await high.caller.get(`/rooms?per_page=10&cursor=${first.body.meta.next_cursor}`);
    expect(next.body.error.code).toBe('INVALID_CURSOR');
    expect((await high.caller.get('/rooms')).body.meta.total).toBe(3);
  });
});
