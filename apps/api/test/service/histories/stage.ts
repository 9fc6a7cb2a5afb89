import { aRoom } from '../../support/people-in-memory.ts';
import { idOfCreated } from './made.ts';
import type { Side } from './side.ts';

/** The room of both services: common folders, the one of the first bidder, an open place, and two places of the owners. */
export async function fill(side: Side, numbering: 'none' | 'fixed'): Promise<void> {
  const { owner, ann, ava } = side.people;
  const room = await aRoom(owner.caller, 'C1', { structure: 'owners' });
  side.ids.set('room', room);
  const at = `/rooms/${room}`;
  await owner.caller.patch(at, { member_visibility: 'groups', bin_days: 30, numbering });
  await idOfCreated(owner.caller.post(`${at}/members`, { user_id: ann.id, role: 'contributor' }));
  await idOfCreated(owner.caller.post(`${at}/members`, { user_id: ava.id, role: 'viewer' }));
  const group = await idOfCreated(owner.caller.post(`${at}/groups`, { name: 'Bidder A' }));
  side.ids.set('group', group);
  for (const { id } of [ann, ava])
    await idOfCreated(owner.caller.post(`${at}/groups/${group}/members`, { user_id: id }));
  const folders = [
    { path: 'Deal', structure: 'owners' },
    { path: 'Deal/Common' },
    { path: 'Deal/Bidder A', access: { groups: [{ group_id: group, role: 'contributor' }] } },
    { path: 'Deal/Halls', structure: 'owners' },
    { path: 'Open' },
    { path: 'Open/Box', structure: 'owners' },
  ];
  for (const folder of folders)
    side.ids.set(folder.path, await idOfCreated(owner.caller.post(`${at}/folders`, folder)));
}
