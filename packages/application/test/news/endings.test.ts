import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, HOUR, type Instant, type JobId, type LiveRoom, type NewsLevel, plus } from '@strongroom/domain';
import { documentOf, stateOf } from '../../src/store/collection.ts';
import { jobs, RUNNABLE_JOBS } from '../../src/store/jobs.ts';
import { aFile, aLink, aMember, aPerson, aRoom, joins } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { anOpenRequest, sends } from '../world/sealed-request.ts';
import { BOTH, type Kind, openWorld, type World } from '../world/world.ts';
import { advanceClock, linesOf, newsBegin, newsTo, noted } from './setting.ts';

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;

const open = async (kind: Kind = 'memory', news: NewsLevel = 'at_once') => {
  world = await openWorld({ kind, configuration: { news, mailLabel: 'C1' as never } });
  ada = await aPerson(world, 'member', { clearance: 'C4' });
  room = await aRoom(world, ada, 'C1');
  bob = await aMember(world, room, 'contributor', ada);
  await newsBegin(world);
};
beforeEach(() => open());

const lines = (person: Person) => newsTo(world, person).map(linesOf);
const inDays = (number: number): Instant => plus(world.clock.now(), number * DAY);
const until = (person: Person, expiresAt: Instant | null) =>
  ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: person.id, role: 'contributor', expiresAt });
const ending = (what: string) => expect.stringMatching(new RegExp(`^${what} on [-0-9]{10} [:0-9]{5} UTC\\.$`));
/** Lets days go by in short steps, as processes look. */
async function days(number: number): Promise<void> {
  for (let step = 0; step < number * 6; step++) await advanceClock(world, 4 * HOUR);
}

describe.each(BOTH)('an end in a %s store', (kind) => {
  beforeEach(() => open(kind));

  test('is mailed once to the maker of a link, a day before', async () => {
    await aLink(world, bob, await aFile(world, bob, room), { expiresIn: (5 * DAY) / 1000 });
    await days(3);
    expect(lines(bob)).toEqual([]);
    await days(4);
    expect(lines(bob)).toEqual([[ending('A link of yours ends')]]);
    expect(lines(ada).flat().join()).not.toContain('link');
  });

  test('is mailed to the member whose membership ends, in their time zone', async () => {
    await bob.ask(world.app.notifications.edit, { timeZone: 'Asia/Tokyo' });
    await until(bob, inDays(3));
    await days(6);
    expect(lines(bob)).toEqual([[expect.stringMatching(/^Your membership ends on .* Asia\/Tokyo\.$/)]]);
    expect(lines(ada)).toEqual([]);
  });

  test('is mailed to the maker of an upload request', async () => {
    await anOpenRequest(world, bob, { roomId: room.id, expiresIn: (3 * DAY) / 1000 });
    await days(4);
    expect(lines(bob)).toEqual([[ending('Your link to send files ends')]]);
    expect(lines(ada)).toEqual([]);
  });
});

describe('an end', () => {
  test('that was moved, or whose link was revoked, is not mailed', async () => {
    const file = await aFile(world, bob, room);
    const links = [
      await aLink(world, bob, file, { expiresIn: (3 * DAY) / 1000 }),
      await aLink(world, bob, file, { expiresIn: (3 * DAY) / 1000 }),
    ];
    await noted(world);
    const [moved, revoked] = links.map(({ link }) => link.id);
    await bob.ask(world.app.shares.edit, { shareId: moved, change: { expiresAt: inDays(20) } } as never);
    await bob.ask(world.app.shares.revoke, { shareId: revoked } as never);
    await until(bob, inDays(3));
    await noted(world);
    await until(bob, null);
    await days(6);
    expect(lines(bob)).toEqual([]);
    await days(15);
    expect(lines(bob)).toEqual([[ending('A link of yours ends')]]);
  });

  test('within a day of its setting is no news', async () => {
    await aLink(world, bob, await aFile(world, bob, room), { expiresIn: 3600 });
    await days(3);
    expect(lines(bob)).toEqual([]);
  });

  test('is known before it comes to people with weekly mails', async () => {
    await bob.ask(world.app.notifications.edit, { level: 'weekly' });
    await until(bob, inDays(20));
    await days(19);
    expect(lines(bob)).toEqual([[ending('Your membership ends')]]);
  });

  test('is not mailed where the maker of a link sees its file no more', async () => {
    const file = await aFile(world, ada, room);
    await aLink(world, bob, file, { expiresIn: (3 * DAY) / 1000 });
    await advanceClock(world, HOUR);
    await ada.ask(world.app.files.edit, { fileId: file.id, classification: 'C4' });
    await days(4);
    expect(lines(bob)).toEqual([[`1 new file: «${file.name}».`]]);
  });

  test('is mailed once where its job runs again, as after a kill', async () => {
    await until(bob, inDays(3));
    await noted(world);
    const { documents, ids } = world.ports;
    const listed = await documents.list(jobs.name, { anyOf: [RUNNABLE_JOBS] }, { limit: 100, order: 'oldest' });
    const job = listed.map((one) => stateOf(jobs, one)).find(({ kind }) => kind === 'note-ending');
    if (job === undefined) throw new Error('no job notes the end');
    await days(2.5);
    expect(lines(bob)).toHaveLength(1);
    await documents.commit([{ collection: jobs.name, insert: documentOf(jobs, { ...job, id: ids.uuid<JobId>() }, 1) }]);
    await days(2);
    expect(lines(bob)).toHaveLength(1);
  });
});

describe('a membership that is over', () => {
  test('is named without the room, which its member does not see any more', async () => {
    await aFile(world, ada, room);
    await noted(world);
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    await days(1);
    const [mail] = newsTo(world, bob);
    expect(newsTo(world, bob)).toHaveLength(1);
    expect(mail?.text).toContain('Your membership ended in a data room.');
    expect(mail?.html).toContain('Your membership ended in a data room.');
    for (const secret of [room.name, room.id, 'file']) expect(`${mail?.text}${mail?.html}`).not.toContain(secret);
  });

  test('ended by its time before the mail went out', async () => {
    await bob.ask(world.app.notifications.edit, { level: 'weekly' });
    await until(bob, inDays(1.5));
    await days(8);
    expect(newsTo(world, bob).map(({ text }) => text.includes('Your membership ended in a data room.'))).toEqual([
      true,
    ]);
  });

  test('that they ended themselves is no news, and neither is one that began again', async () => {
    const eve = await joins(world, await aPerson(world), room, 'viewer', ada);
    await advanceClock(world, HOUR);
    await eve.ask(world.app.rooms.removeMember, { roomId: room.id, userId: eve.id });
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    await joins(world, bob, room, 'viewer', ada);
    await days(1);
    expect(newsTo(world, eve)).toHaveLength(1);
    expect(lines(bob)).toEqual([['You are a member from now on.']]);
  });
});

describe('the inbox', () => {
  test('is news for owners of the room and the person who asked, as long as the file waits', async () => {
    const eve = await aMember(world, room, 'contributor', ada);
    await advanceClock(world, HOUR);
    const request = await anOpenRequest(world, bob, { roomId: room.id, expiresIn: 3600 });
    const refused = await sends(world, request);
    await sends(world, request);
    await sends(world, request);
    await noted(world);
    await bob.ask(world.app.inbox.refuse, { roomId: room.id, itemId: refused });
    const before = newsTo(world, eve).length;
    await advanceClock(world, HOUR);
    expect(lines(bob)).toEqual([['2 files wait in the inbox.']]);
    expect(lines(ada)).toEqual([['2 files wait in the inbox.']]);
    expect(newsTo(world, eve)).toHaveLength(before);
    expect(newsTo(world, bob)[0]?.text).not.toContain('accounts');
  });

  test('is no news for a person who may add no files any more', async () => {
    await sends(world, await anOpenRequest(world, bob, { roomId: room.id, expiresIn: 3600 }));
    await noted(world);
    await joins(world, bob, room, 'viewer', ada);
    await advanceClock(world, HOUR);
    expect(lines(bob)).toEqual([]);
  });
});
