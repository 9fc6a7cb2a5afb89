import { expect } from '@jest/globals';
import { dataOf } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';

export const ownerPromises: readonly ServicePromise[] = [
  {
    id: 'S4-users-role',
    title: 'keeps one of two owners who demote each other concurrently',
    run: async (world) => {
      const [me, second] = [await dataOf(world.owner.get('/me')), await world.person('owner')];
      const [one, other] = await Promise.all([
        world.owner.patch(`/users/${second.id}/role`, { role: 'member' }),
        second.caller.patch(`/users/${me.id}/role`, { role: 'member' }),
      ]);
      const roles = (await world.owner.get('/users')).list.map(({ role }) => role);
      expect([roles.filter((role) => role === 'owner').length, one.status === other.status]).toEqual([1, false]);
    },
  },
];
