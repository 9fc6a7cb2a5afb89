import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, addMember, aFile, aRoom } from '../world.ts';
import { recorderOf } from './recorder.ts';

type By = Readonly<{ caller: Parameters<typeof aRoom>[0] }>;

/** Index numbers of the folders and files of a room. */
export const numberingPromises: readonly ServicePromise[] = [
  {
    id: 'I8-numbering',
    title: 'gives each folder and file of a room a number that stays, the same for every reader',
    codes: ['ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'ROOM_ARCHIVED', 'VALIDATION_ERROR'],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person('member', 'C3'), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      expect(room).toMatchObject({ numbering: 'none' });
      const path = `/rooms/${room.id}`;
      await addMember(ada.caller, room, bob, 'contributor');
      const add = (name: string, more: object = {}) => aFile(ada.caller, room, { name, ...more });
      expect(await add('b')).toMatchObject({ index: null });
      await add('10.txt', { folder: 'Deal/Tax' });
      await add('9.txt', { folder: 'Deal/Tax' });
      await add('a', { classification: 'C3' });
      const recorder = recorderOf(world);
      const byAda = (type: string, change: () => ReturnType<typeof ada.caller.post>) =>
        recorder.expects(type, ada.id, change);
      await byAda('room.edited', () => ada.caller.patch(path, { numbering: 'fixed' }));
      expect((await recorder.eventsOf('room.edited'))[0]).toMatchObject({ data: { numbering: 'fixed' } });
      const indexes = async ({ caller }: By) => {
        const folders = (await caller.get(`${path}/folders`)).list.filter(({ id }) => id !== null);
        const files = (await caller.get(`${path}/files`)).list;
        return Object.fromEntries([...folders, ...files].map(({ name, index }) => [name, index]));
      };
      // A number that is missing tells that there is something else, and nothing more of it.
      const first = { Deal: '1', Tax: '1.1', '9.txt': '1.1.1', '10.txt': '1.1.2', b: '3' };
      expect(await indexes(ada)).toEqual({ ...first, a: '2' });
      expect(await indexes(bob)).toEqual(first);
      const last = await add('0');
      expect(last).toMatchObject({ index: '4' });
      await dataOf(ada.caller.delete(`/files/${last.id}`));
      const next = await dataOf(bob.caller.post(`${path}/folders`, { path: '0' }), 201);
      expect(next).toMatchObject({ index: '5' });
      await dataOf(bob.caller.patch(`${path}/folders/${next.id}`, { path: 'Deal/0' }), 200);
      expect(await dataOf(bob.caller.get(`${path}/folders/${next.id}`), 200)).toMatchObject({ index: '1.2' });
      const renumber = ({ caller }: By) => caller.post(`${path}/renumber`);
      await expectRefusal(renumber(bob), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(bob.caller.patch(path, { numbering: 'none' }), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(renumber(eve), 404, 'ROOM_NOT_FOUND');
      await expectRefusal(ada.caller.post(`/rooms/${ABSENT_ID}/renumber`), 404, 'ROOM_NOT_FOUND');
      await expectRefusal(ada.caller.patch(path, { numbering: 'free' }), 400, 'VALIDATION_ERROR');
      await dataOf(
        ada.caller.patch(`/files/${(await add('c', { folder: 'Deal' })).id}`, { classification: 'C3' }),
        200,
      );
      expect(await byAda('room.renumbered', () => renumber(ada))).toEqual({ numbered: 8 });
      await addMember(ada.caller, room, bob, 'owner');
      // Counts what the caller sees.
      expect(await dataOf(renumber(bob), 200)).toEqual({ numbered: 6 });
      expect(await indexes(ada)).toEqual({
        ...first,
        '0': '1.1',
        Tax: '1.2',
        '9.txt': '1.2.1',
        '10.txt': '1.2.2',
        c: '1.3',
        a: '2',
      });
      await dataOf(ada.caller.patch(path, { numbering: 'none' }), 200);
      expect(new Set(Object.values(await indexes(ada)))).toEqual(new Set([null]));
      expect(await dataOf(renumber(ada), 200)).toEqual({ numbered: 0 });
      await dataOf(ada.caller.post(`${path}/archive`));
      await expectRefusal(renumber(ada), 409, 'ROOM_ARCHIVED');
      expect(await aRoom(ada.caller, 'C1', { numbering: 'fixed' })).toMatchObject({ numbering: 'fixed' });
    },
  },
];
