import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import { anExample, listPaths } from '../example.ts';
import type { ServicePromise } from '../service-promise.ts';
import { aRoom, type World, waitForNextSecond } from '../world.ts';

/** Pages of a list, read one after another by their cursors. `meanwhile` runs after the first. */
async function byCursor(
  { owner }: World,
  path: string,
  perPage: number,
  meanwhile = async (): Promise<void> => undefined,
) {
  const first = await owner.get(`${path}?per_page=${perPage}`);
  const pages = [first];
  await meanwhile();
  for (let next = first.meta.next_cursor; next !== null; next = pages.at(-1)?.meta.next_cursor ?? null)
    pages.push(await owner.get(`${path}?per_page=${perPage}&cursor=${next}`));
  return pages;
}

/** Pagination. */
export const serviceListPromises: readonly ServicePromise[] = [
  {
    id: 'S2-meta',
    title: 'sends page, per_page and total with every list',
    also: ['S2-meta.page', 'S2-meta.per_page', 'S2-meta.total', 'S4-pagination'],
    run: async (world) => {
      const example = await anExample(world);
      await example.again();
      for (const path of await listPaths(world, example)) {
        const whole = await world.owner.get(`${path}?per_page=100`);
        const { total } = whole.meta;
        expect([path, whole.meta]).toMatchObject([path, { page: 1, per_page: 100, total: whole.list.length }]);
        expect([path, total > 1]).toEqual([path, true]);
        const second = await world.owner.get(`${path}?page=2&per_page=1`);
        expect([path, second.meta]).toMatchObject([path, { page: 2, per_page: 1 }]);
        expect(second.list).toHaveLength(1);
        expect((await world.owner.get(`${path}?page=100&per_page=100`)).list).toEqual([]);
      }
    },
  },
  {
    id: 'S2-meta.total',
    title: 'counts only items that the caller can see',
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      for (const caller of [ada.caller, ada.caller, bob.caller]) await aRoom(caller);
      expect((await ada.caller.get('/rooms')).meta.total).toBe(2);
      expect((await bob.caller.get('/rooms')).meta.total).toBe(1);
      expect((await world.owner.get('/rooms')).meta.total).toBe(0);
      expect((await world.owner.get('/oversight/rooms')).meta.total).toBe(3);
    },
  },
  {
    id: 'S4-pagination',
    title: 'pages through a list and ends with an empty page',
    run: async ({ owner }) => {
      const made: string[] = [];
      for (let number = 0; number < 5; number++) made.push((await aRoom(owner)).id);
      const found: string[] = [];
      for (const page of [1, 2, 3, 4]) {
        const answer = await owner.get(`/rooms?page=${page}&per_page=2`);
        expect(answer.meta).toMatchObject({ page, per_page: 2, total: 5 });
        found.push(...answer.list.map(({ id }) => id));
      }
      expect(found.toSorted()).toEqual(made.toSorted());
      expect((await owner.get('/rooms?page=9')).list).toEqual([]);
    },
  },
  {
    id: 'S4-pagination',
    title: 'lists newest first, members by user id, folders by path and labels by rank',
    also: ['S4-rooms-list', 'S4-files-list', 'S4-users-list'],
    run: async (world) => {
      const example = await anExample(world);
      await waitForNextSecond();
      await example.again();
      let dated = 0;
      for (const path of await listPaths(world, example)) {
        const { list } = await world.owner.get(path);
        expect([path, list.length > 1]).toEqual([path, true]);
        const orders = list.map(
          (item) =>
            item.occurred_at ??
            item.uploaded_at ??
            item.joined_at ??
            item.deleted_at ??
            item.received_at ??
            item.at ??
            item.created_at ??
            '',
        );
        if (path.endsWith('/members')) {
          const ids = list.map(({ user_id }) => user_id);
          expect([path, ids]).toEqual([path, ids.toSorted()]);
        } else if (path.endsWith('/folders')) {
          const paths = list.map((folder) => folder.path);
          expect([path, paths]).toEqual([path, paths.toSorted()]);
        } else if (path.startsWith('/shares/')) {
          expect([path, list.map(({ index }) => index)]).toEqual([path, list.map((_, index) => index)]);
        } else if (path === '/classifications') {
          expect(list.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
        } else if (!path.startsWith('/destruction-receipts/')) {
          dated += 1;
          expect([path, orders]).toEqual([path, orders.toSorted().toReversed()]);
          expect([path, new Set(orders).size > 1]).toEqual([path, true]);
        }
      }
      expect(dated).toBeGreaterThanOrEqual(9);
    },
  },
  {
    id: 'S4-cursor',
    title: 'shows every item of each list exactly once by cursor',
    also: ['S2-meta.page'],
    run: async (world) => {
      const example = await anExample(world);
      await example.again();
      for (const path of await listPaths(world, example)) {
        const whole = (await world.owner.get(`${path}?per_page=100`)).list;
        const pages = await byCursor(world, path, Math.ceil(whole.length / 3));
        // Items may change meanwhile, such as the receipt of a room that is being destroyed.
        const named = (items: typeof whole) => items.map((item) => item.id ?? item);
        expect([path, named(pages.flatMap(({ list }) => list))]).toEqual([path, named(whole)]);
        expect([path, pages.map(({ meta }) => meta.page)]).toEqual([path, [1, ...pages.slice(1).map(() => null)]]);
        expect(pages.length).toBeGreaterThan(1);
      }
    },
  },
  {
    id: 'S4-cursor',
    title: 'neither repeats nor skips an item by cursor while others are added, and keeps the total of the first page',
    also: ['S2-meta.total'],
    run: async (world) => {
      const { owner } = world;
      const makers = {
        '/rooms': () => aRoom(owner),
        '/tokens': () => dataOf(owner.post('/tokens', { name: 'x' }), 201),
      };
      for (const [path, make] of Object.entries(makers)) {
        for (let number = 0; number < 4; number++) await make();
        const whole = (await owner.get(path)).list.map(({ id }) => id);
        const pages = await byCursor(world, path, 2, async () => {
          await make();
        });
        expect(pages.flatMap(({ list }) => list.map(({ id }) => id))).toEqual(whole);
        expect([path, ...pages.map(({ meta }) => meta.total)]).toEqual([path, ...pages.map(() => whole.length)]);
      }
    },
  },
  {
    id: 'S4-cursor',
    title: 'refuses a cursor of another list, a made-up cursor, and a cursor together with a page',
    codes: ['INVALID_CURSOR', 'VALIDATION_ERROR'],
    run: async ({ owner }) => {
      for (const _ of [1, 2]) await aRoom(owner);
      const first = (await owner.get('/rooms?per_page=1')).meta.next_cursor ?? '';
      await dataOf(owner.get(`/rooms?cursor=${first}`), 200);
      await expectRefusal(owner.get(`/users?cursor=${first}`), 400, 'INVALID_CURSOR');
      await expectRefusal(owner.get('/rooms?cursor=x'), 400, 'INVALID_CURSOR');
      await expectRefusal(owner.get(`/rooms?page=1&cursor=${first}`), 400, 'VALIDATION_ERROR');
    },
  },
  {
    id: 'S8-per-page',
    title: 'returns 50 items a page by default, at most 100, and refuses less than one and pages beyond 10 000 items',
    codes: ['VALIDATION_ERROR'],
    run: async (world) => {
      const { owner } = world;
      const items = Array.from({ length: 100 }, () => ({ email: world.email(), role: 'member' }));
      await dataOf(owner.post('/users/bulk-invite', { items }), 200);
      const usual = await owner.get('/users');
      expect([usual.meta.per_page, usual.list.length, usual.meta.total]).toEqual([50, 50, 101]);
      const most = await owner.get('/users?per_page=1000');
      expect([most.meta.per_page, most.list.length]).toEqual([100, 100]);
      for (const query of ['per_page=0', 'per_page=x', 'page=0', 'page=-1', 'page=1.5', 'page=101&per_page=100'])
        await expectRefusal(owner.get(`/rooms?${query}`), 400, 'VALIDATION_ERROR');
    },
  },
];
