import type { Caller, Reply } from '../support/caller.ts';
import { aFile, aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';

/** A list that grows and shrinks. */
export type ListCase = Readonly<{
  path: string;
  by: Caller;
  /** The identity of an item. */
  id?: string;
  /** Whether the list counts up to a bound, and says whether its total is exact. */
  isBounded?: boolean;
  /** Creates another item. */
  add?: () => Promise<Reply>;
  remove?: (id: string) => Promise<Reply>;
}>;

/** The people and things that the lists are made of. */
export type ListStage = Awaited<ReturnType<typeof setListStage>>;

/** Items of each list before the tests. */
export const SOME = 5;

export const PASSWORD = 'correct horse battery';

export async function setListStage(world: World) {
  const { owner } = world;
  const ada = await aPerson(world);
  const room = await aRoom(ada.caller);
  const crowd = await aRoom(ada.caller);
  const linked = await aRoom(ada.caller);
  const filed = await aRoom(ada.caller);
  const file = await aFile(ada.caller, linked);
  const gone = await aRoom(ada.caller);
  for (let made = 0; made < SOME; made++) await aFile(ada.caller, gone);
  const receipt = (await ada.caller.delete(`/rooms/${gone}`)).body.data.receipt_id;
  while ((await world.app.worker.runDue()) > 0);
  const unit = (await owner.post('/org-units', { name: 'Unit' })).body.data.id;
  const spare: Person[] = [];
  for (let made = 0; made < 2 * SOME; made++) spare.push(await aPerson(world));
  const units: string[] = [];
  for (let made = 0; made < 2 * SOME; made++)
    units.push((await owner.post('/org-units', { name: `${made}` })).body.data.id);
  const next = <T>(from: T[]): T => {
    const one = from.shift();
    if (one === undefined) throw new TypeError('nothing is left to add');
    return one;
  };
  const forRoom = [...spare];
  const forUnit = [...spare];
  const addUser = async (): Promise<Reply> =>
    owner.post('/users/invite', { email: `${crypto.randomUUID()}@example.com`, role: 'member' });
  const { id: ritaId, caller: rita } = await aPerson(world);
  const tom = await aPerson(world);
  const sid = await aPerson(world);
  await sid.session.post('/me/password', { new_password: PASSWORD });
  const uma = await aPerson(world);
  await uma.session.post('/me/password', { new_password: PASSWORD });
  const zoe = (await aPerson(world)).caller;
  const withBin = await aRoom(zoe);
  await zoe.patch(`/rooms/${withBin}`, { bin_days: 30 });
  const packed: object[] = [];
  const packing = await aRoom(zoe);
  for (let made = 0; made < SOME; made++) packed.push({ file_id: await aFile(zoe, packing) });
  const together = await zoe.post(`/rooms/${packing}/packages`, { items: packed, expires_in: 3600 });
  const hook = { url: 'https://127.0.0.1/x', types: ['room.adopted'] };
  const webhook: string = (await ada.caller.post('/webhooks', { ...hook, room_id: room })).body.data.id;
  const byAuditor = (await aPerson(world, 'auditor')).caller;
  return {
    owner,
    world,
    ada,
    room,
    crowd,
    linked,
    filed,
    file,
    /** A link to several files. */
    together: together.body.data.id as string,
    receipt,
    unit,
    units,
    forRoom,
    forUnit,
    next,
    addUser,
    rita,
    ritaId,
    zoe,
    withBin,
    tom,
    sid,
    uma,
    byAuditor,
    webhook,
  };
}
