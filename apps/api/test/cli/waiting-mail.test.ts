import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { aPerson } from '../support/people-of-process.ts';
import { anOffice, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';
import { typed } from './typed.ts';

/** People who cause more mails than a limit allows learn it from the service and from the command line. */

let office: Office;
beforeAll(async () => {
  await build();
  office = await anOffice(undefined, QuickDesk, {
    STRONGROOM_NEW_PEOPLE_PER_HOUR: '3',
    STRONGROOM_MAILS_PER_RECIPIENT: '2',
  });
});
afterAll(() => office.end());

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const WAITS = /The mail waits until \d{4}-\d\d-\d\d \d\d:\d\d.*: a limit of mails was reached\./;

test('a change of a role beyond the mails of a day says until when its mail waits', async () => {
  const ben = await aPerson(office.caller, office.place.data);
  const room = await office.room('Deal');
  // The invitation to the service was the first mail.
  const changes = ['viewer', 'contributor', 'viewer'].map(
    (role) => () => office.caller.post(`/rooms/${room}/invitations`, { email: ben.email, role }),
  );
  const waits: unknown[] = [];
  for (const change of changes) waits.push((await change()).body.data.mail_waits_until);
  expect(waits).toEqual([null, expect.stringMatching(TIME), expect.stringMatching(TIME)]);
  const invite = ['members', 'invite', room, ben.email, '--role', 'contributor'];
  expect((await typed(office.owner, invite, [])).shown).toMatch(WAITS);
  expect(await office.owner.json(['members', 'invite', room, ben.email])).toMatchObject({
    mail_waits_until: expect.stringMatching(TIME),
  });
});

test('an invitation beyond the mails of an hour says until when its mail waits', async () => {
  const invite = async (email: string) => (await office.caller.post('/users/invite', { email, role: 'member' })).body;
  expect((await invite('first@bidder.example')).data.invitation.mail_waits_until).toBeNull();
  await invite('second@bidder.example');
  expect((await invite('third@bidder.example')).data.invitation.mail_waits_until).toMatch(TIME);
  expect((await typed(office.owner, ['invite', 'fourth@bidder.example'], [])).shown).toMatch(WAITS);
  expect(await office.owner.json(['invite', 'fifth@bidder.example'])).toMatchObject({
    invitation: { mail_waits_until: expect.stringMatching(TIME) },
  });
});
