import { expect } from '@jest/globals';
import { given } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';

export const owners: readonly ServicePromise[] = [
  {
    id: 'S4-users-role',
    title: 'keeps one of two owners who demote each other concurrently',
    run: async (world) => {
      const [me, second] = [await given(world.owner.get('/me')), await world.person('owner')];
      const [one, other] = await Promise.all([
        world.owner.patch(`/users/${second.id}/role`, { role: 'member' }),
        second.caller.patch(`/users/${me.id}/role`, { role: 'member' }),
      ]);
      const roles = (await world.owner.get('/users')).list.map(({ role }) => role);
      expect([roles.filter((role) => role === 'owner').length, one.status === other.status]).toEqual([1, false]);
    },
  },
];
