import { expect } from '@jest/globals';
import { refused } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { aRoom } from '../world.ts';

/** Section 4, "Pagination", and its limits in section 8. */
export const lists: readonly ServicePromise[] = [
  {
    id: 'S4-pagination',
    title: 'pages go through a list once, newest first, and end in an empty one',
    run: async ({ owner }) => {
      const made: string[] = [];
      for (let number = 0; number < 5; number++) made.unshift((await aRoom(owner)).id);
      const found: string[] = [];
      for (const page of [1, 2, 3, 4]) {
        const answer = await owner.get(`/rooms?page=${page}&per_page=2`);
        expect(answer.meta).toMatchObject({ page, per_page: 2, total: 5 });
        found.push(...answer.list.map(({ id }) => id));
      }
      expect(found.toSorted()).toEqual(made.toSorted());
      expect((await owner.get('/rooms?page=9')).list).toEqual([]);
      // Created in one second they stand in the order of their ids, else newest first.
      const times = (await owner.get('/rooms')).list.map(({ created_at }) => created_at);
      expect(times).toEqual(times.toSorted().toReversed());
    },
  },
  {
    id: 'S4-cursor',
    title: 'a cursor goes on behind its page, whatever comes meanwhile, and belongs to its list',
    codes: ['INVALID_CURSOR', 'VALIDATION_ERROR'],
    run: async ({ owner }) => {
      const made: string[] = [];
      for (let number = 0; number < 5; number++) made.push((await aRoom(owner)).id);
      const found: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const answer = await owner.get(`/rooms?per_page=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
        if (cursor !== '') expect(answer.meta.page).toBeNull();
        found.push(...answer.list.map(({ id }) => id));
        if (cursor === '') await aRoom(owner);
        cursor = answer.meta.next_cursor;
      }
      expect(found.toSorted()).toEqual(made.toSorted());
      const first = (await owner.get('/rooms?per_page=1')).meta.next_cursor ?? '';
      await refused(owner.get(`/users?cursor=${first}`), 400, 'INVALID_CURSOR');
      await refused(owner.get('/rooms?cursor=x'), 400, 'INVALID_CURSOR');
      await refused(owner.get(`/rooms?page=1&cursor=${first}`), 400, 'VALIDATION_ERROR');
    },
  },
  {
    id: 'S8-per-page',
    title: 'fifty stand on a page, a hundred at most, one at least',
    codes: ['VALIDATION_ERROR'],
    run: async ({ owner }) => {
      expect((await owner.get('/rooms')).meta.per_page).toBe(50);
      expect((await owner.get('/rooms?per_page=1000')).meta.per_page).toBe(100);
      for (const query of ['per_page=0', 'per_page=x', 'page=0', 'page=-1', 'page=1.5'])
        await refused(owner.get(`/rooms?${query}`), 400, 'VALIDATION_ERROR');
    },
  },
];
