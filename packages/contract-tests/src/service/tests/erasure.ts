import { expect } from '@jest/globals';
import { given, refused } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';

/** Erasing a person. */
export const erasure: readonly ServicePromise[] = [
  {
    id: 'I8-erase',
    title: 'takes name, address and access of a user for good, and keeps the id',
    codes: ['USER_ERASED', 'CANNOT_DEACTIVATE_SELF', 'INSUFFICIENT_ROLE'],
    run: async (world) => {
      const ada = await world.person();
      const path = `/users/${ada.id}`;
      const me = await given(world.owner.get('/me'));
      await refused(world.owner.post(`/users/${me.id}/erase`), 409, 'CANNOT_DEACTIVATE_SELF');
      const officer = await world.person('security_officer');
      await refused(officer.caller.post(`${path}/erase`), 403, 'INSUFFICIENT_ROLE');
      const erased = await given(world.owner.post(`${path}/erase`), 200);
      expect(erased).toMatchObject({
        id: ada.id,
        name: 'erased user',
        email: `erased-${ada.id}@invalid`,
        status: 'deactivated',
        erased_at: expect.any(String),
      });
      expect(await given(world.owner.get(path), 200)).toMatchObject({ name: 'erased user', status: 'deactivated' });
      expect(await given(world.owner.get(`/users?email=${ada.email}`), 200)).toEqual([]);
      await refused(ada.caller.get('/me'), 401, 'TOKEN_INVALID');
      expect(await given(world.owner.post(`${path}/erase`), 200)).toEqual(erased);
      await refused(world.owner.post(`${path}/reactivate`), 409, 'USER_ERASED');
      const again = await given(world.owner.post('/users/invite', { email: ada.email, role: 'member' }), 201);
      expect(again.id).not.toBe(ada.id);
    },
  },
];
