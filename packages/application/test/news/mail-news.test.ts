import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, HOUR, type LiveRoom, MINUTE, type NewsLevel } from '@strongroom/domain';
import { type Change, Unavailable } from '@strongroom/ports';
import { newsPositions } from '../../src/store/notifications.ts';
import { intercepted } from '../world/intercepted.ts';
import { aFile, aLink, aMember, aPerson, aRoom, joins, redeem, replaced } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { another, BOTH, type Kind, openWorld, type World } from '../world/world.ts';
import { advanceClock, linesOf, newsBegin, newsTo, noted } from './setting.ts';

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;
/** Fails a mail while it is positive. */
let failures: number;

const open = async (news: NewsLevel | 'off' = 'at_once', kind: Kind = 'memory') => {
  failures = 0;
  world = await openWorld({
    kind,
    configuration: { news, mailLabel: 'C1' as never },
    around: (ports) =>
      intercepted(ports, async ({ port, method }, proceed) => {
        if (port === 'mailer' && method === 'send' && failures-- > 0) throw new Unavailable('mail');
        return proceed();
      }),
  });
  ada = await aPerson(world, 'member', { clearance: 'C4' });
  room = await aRoom(world, ada, 'C1');
  bob = await aMember(world, room, 'contributor', ada);
  await newsBegin(world);
};
beforeEach(() => open());

const lines = (person: Person): readonly (readonly string[])[] => newsTo(world, person).map(linesOf);

describe('news of a room', () => {
  test('come in one mail, each once, and not to the person who made them', async () => {
    const files = [await aFile(world, ada, room), await aFile(world, ada, room)];
    await replaced(world, ada, files[0] as never);
    await advanceClock(world, 6 * MINUTE);
    expect(lines(bob)).toEqual([[expect.stringMatching(/^2 new files: «file.*», «file.*»\.$/)]]);
    await advanceClock(world, DAY);
    await aFile(world, ada, room);
    await advanceClock(world, 6 * MINUTE);
    expect(lines(bob)).toHaveLength(2);
    expect(lines(bob)[1]).toEqual([expect.stringMatching(/^1 new file: «file[^»]*»\.$/)]);
    expect(lines(ada)).toEqual([]);
  });

  test('are versions, archived rooms, and memberships that began', async () => {
    const file = await aFile(world, ada, room);
    await advanceClock(world, HOUR);
    await replaced(world, ada, file);
    const eve = await joins(world, await aPerson(world), room, 'viewer', ada);
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    await advanceClock(world, HOUR);
    expect(lines(bob)[1]).toEqual([
      'The room was archived: it is read-only.',
      expect.stringMatching(/^1 file with a new version: «.*»\.$/),
    ]);
    expect(lines(eve)).toEqual([
      [
        'You are a member from now on.',
        'The room was archived: it is read-only.',
        expect.stringMatching(/^1 file with a new version/),
      ],
    ]);
  });

  test('are uses of own links only', async () => {
    const file = await aFile(world, ada, room);
    const { secret } = await aLink(world, bob, file, { expiresIn: 86_400 });
    await advanceClock(world, HOUR);
    await redeem(world, secret);
    await redeem(world, secret);
    await advanceClock(world, HOUR);
    expect(lines(bob)[1]).toEqual(['A link of yours was used 2 times.']);
    expect(lines(ada)).toEqual([]);
  });

  test('say how many files a link without a name has', async () => {
    const files = await Promise.all([1, 2].map(() => aFile(world, ada, room)));
    const { secret } = await bob.ask(world.app.shares.createPackage, {
      roomId: room.id,
      contents: { items: files.map(({ id }) => ({ fileId: id })) },
      expiresIn: 86_400 as never,
      maxDownloads: null,
    });
    await advanceClock(world, HOUR);
    await world.app.shares.redeem({ request: aRequest() }, { secret });
    await advanceClock(world, HOUR);
    expect(lines(bob)[1]).toEqual(['Your link to 2 files was used once.']);
  });

  test('are mailed in the morning, or not at all, as the operator chose', async () => {
    await open('daily');
    await aFile(world, ada, room);
    await advanceClock(world, 10 * MINUTE);
    expect(lines(bob)).toEqual([]);
    await advanceClock(world, DAY);
    expect(lines(bob)).toHaveLength(1);
    for (const news of ['none', 'off'] as const) {
      await open(news);
      await aFile(world, ada, room);
      await advanceClock(world, 8 * DAY);
      expect(world.ports.mailer.sent.filter(({ subject }) => subject.startsWith('News'))).toEqual([]);
    }
  });
});

describe.each(BOTH)('the reader of news in a %s store', (kind) => {
  beforeEach(() => open('at_once', kind));

  test('sees what they may see when the mail goes out', async () => {
    const kept = await aFile(world, ada, room);
    const [raised, deleted] = [await aFile(world, ada, room), await aFile(world, ada, room)];
    const lowered = await aFile(world, ada, room, { classification: 'C3' });
    await noted(world);
    await ada.ask(world.app.files.edit, { fileId: raised.id, classification: 'C4' });
    await ada.ask(world.app.files.delete, { fileId: deleted.id });
    await ada.ask(world.app.files.edit, { fileId: lowered.id, classification: 'C1' });
    await advanceClock(world, 6 * MINUTE);
    expect(lines(bob)).toEqual([[`2 new files: «${kept.name}», «${lowered.name}».`]]);
  });

  test.each(['deactivated', 'below the label of the room'] as const)('gets no mail when %s', async (how) => {
    const high = await aRoom(world, ada, 'C2');
    const [at, person] =
      how === 'below the label of the room' ? [high, await aMember(world, high, 'viewer', ada)] : [room, bob];
    await advanceClock(world, HOUR);
    const before = lines(person).length;
    await aFile(world, ada, at);
    await noted(world);
    if (how === 'deactivated') await world.owner.ask(world.app.users.deactivate, { userId: bob.id });
    if (how === 'below the label of the room')
      await world.owner.ask(world.app.users.setClearance, { userId: person.id, clearance: 'C1' });
    await advanceClock(world, DAY);
    expect(lines(person)).toHaveLength(before);
  });

  test('reads no name above the label of mails', async () => {
    const secret = await aRoom(world, ada, 'C2');
    await joins(world, bob, secret, 'viewer', ada);
    await aFile(world, ada, secret);
    await aFile(world, ada, room, { classification: 'C2' });
    await advanceClock(world, 6 * MINUTE);
    const [mail] = newsTo(world, bob);
    const { text = '', html = '' } = mail ?? {};
    expect(text).toContain('- 1 new file.\n');
    expect(text).toContain('A data room:\n');
    expect(text + html).not.toContain(secret.name);
    expect(text + html).not.toContain('file-');
  });

  test('takes no name for words of the service', async () => {
    await ada.ask(world.app.rooms.edit, { roomId: room.id, name: '» pay at https://evil.example «' });
    await aFile(world, ada, room);
    await advanceClock(world, 6 * MINUTE);
    expect(newsTo(world, bob)[0]?.text).toContain('«" pay at https: //evil. example "»:\n');
  });
});

describe('a mail with news', () => {
  test('is tried again with the same id and the same events when the server fails', async () => {
    await aFile(world, ada, room);
    failures = 1;
    await advanceClock(world, 6 * MINUTE);
    expect(lines(bob)).toEqual([]);
    await aFile(world, ada, room);
    await advanceClock(world, 2 * MINUTE);
    expect(lines(bob).map(([line]) => line?.slice(0, 10))).toEqual(['1 new file']);
    await advanceClock(world, HOUR);
    expect(lines(bob).map(([line]) => line?.slice(0, 10))).toEqual(['1 new file', '1 new file']);
  });

  test('names the address at which it is switched off', async () => {
    await aFile(world, ada, room);
    await advanceClock(world, 6 * MINUTE);
    const [mail] = newsTo(world, bob);
    expect(mail?.unsubscribeUrl).toMatch(/^https:\/\/rooms\.example\/unsubscribe\/[\w.-]+$/);
    expect(mail?.text).toContain(`\n${mail?.unsubscribeUrl}\n`);
    const token = mail?.unsubscribeUrl?.split('/').at(-1) ?? '';
    await aFile(world, ada, room);
    await noted(world);
    await expect(world.app.notifications.unsubscribe(token)).resolves.toBe(true);
    await advanceClock(world, HOUR);
    expect(newsTo(world, bob)).toHaveLength(1);
    await bob.ask(world.app.notifications.edit, { level: 'daily' });
    await aFile(world, ada, room);
    await advanceClock(world, DAY);
    expect(newsTo(world, bob)).toHaveLength(2);
  });

  test('leaves out a room that its reader switched off', async () => {
    const other = await aRoom(world, ada, 'C1');
    await joins(world, bob, other, 'viewer', ada);
    await advanceClock(world, HOUR);
    await bob.ask(world.app.notifications.editOfRoom, { roomId: room.id, level: 'none' });
    for (const one of [room, other]) await aFile(world, ada, one);
    await advanceClock(world, 6 * MINUTE);
    const mail = newsTo(world, bob)[1];
    expect([mail?.text.includes(other.name), mail?.text.includes(room.name)]).toEqual([true, false]);
  });
});

test('news that come while a mail begins are in the next one', async () => {
  await aFile(world, ada, room);
  await noted(world);
  world.clock.advance(6 * MINUTE);
  let isBegun = false;
  // Between read and commit of the process that notes news, another one begins the mail.
  const during = intercepted(world.ports, async ({ method, args: [changes] }, proceed) => {
    const isNote =
      method === 'commit' && (changes as readonly Change[]).some(({ collection }) => collection === newsPositions.name);
    if (isNote && !isBegun) {
      isBegun = true;
      await world.app.worker.runDue();
    }
    return proceed();
  });
  const second = await another(world, during);
  await aFile(world, ada, room);
  await second.app.worker.runDue();
  expect(isBegun).toBe(true);
  await advanceClock(world, HOUR);
  await advanceClock(world, HOUR);
  expect(lines(bob).map(([line]) => line?.slice(0, 10))).toEqual(['1 new file', '1 new file']);
});
