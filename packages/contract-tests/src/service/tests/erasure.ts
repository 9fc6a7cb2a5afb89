import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';

/** Erasing a person. */
export const erasurePromises: readonly ServicePromise[] = [
  {
    id: 'I8-erase',
    title: 'takes name, address and access of a user for good, and keeps the id',
    codes: ['USER_ERASED', 'CANNOT_DEACTIVATE_SELF', 'INSUFFICIENT_ROLE'],
    run: async (world) => {
      const ada = await world.person();
      const path = `/users/${ada.id}`;
      const me = await dataOf(world.owner.get('/me'));
      await expectRefusal(world.owner.post(`/users/${me.id}/erase`), 409, 'CANNOT_DEACTIVATE_SELF');
      const officer = await world.person('security_officer');
      await expectRefusal(officer.caller.post(`${path}/erase`), 403, 'INSUFFICIENT_ROLE');
      const erased = await dataOf(world.owner.post(`${path}/erase`), 200);
      expect(erased).toMatchObject({
        id: ada.id,
        name: 'erased user',
        email: `erased-${ada.id}@invalid`,
        status: 'deactivated',
        erased_at: expect.any(String),
      });
      expect(await dataOf(world.owner.get(path), 200)).toMatchObject({ name: 'erased user', status: 'deactivated' });
      expect(await dataOf(world.owner.get(`/users?email=${ada.email}`), 200)).toEqual([]);
      await expectRefusal(ada.caller.get('/me'), 401, 'TOKEN_INVALID');
      expect(await dataOf(world.owner.post(`${path}/erase`), 200)).toEqual(erased);
      await expectRefusal(world.owner.post(`${path}/reactivate`), 409, 'USER_ERASED');
      const again = await dataOf(world.owner.post('/users/invite', { email: ada.email, role: 'member' }), 201);
      expect(again.id).not.toBe(ada.id);
    },
  },
];
