import { beforeAll, expect, test } from '@jest/globals';
import { HOUR } from '@strongroom/domain';
import { aNewcomer } from '../sessions/newcomers.ts';
import { anEmail, anUnknownSecret, aPerson, aRoom, mailedToken, PASSWORD } from '../world/mothers.ts';
import { aRequest } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});

const invited = async () => {
  const email = anEmail();
  const { user, invitation } = await world.owner.ask(world.app.users.invite, { email, role: 'member' });
  return { user, invitation, secret: await mailedToken(world, email) };
};
/** No more than their name and address. */
async function ownerNamed() {
  const owner = await storedUser(world, world.owner.id);
  return { name: owner?.name, email: owner?.email };
}
const find = (secret: string) => world.app.users.findInvitation({ request: aRequest() }, { secret });

test('an open invitation is found, and nothing changes', async () => {
  const { user, invitation, secret } = await invited();
  const before = await storedUser(world, user.id);
  const { expiresAt, needsPassword } = await find(secret);
  expect({ expiresAt, needsPassword }).toEqual({ expiresAt: invitation.expiresAt, needsPassword: false });
  expect(await storedUser(world, user.id)).toEqual(before);
});

test('any other secret finds nothing', async () => {
  for (const secret of ['', 'sri_x', anUnknownSecret('invitation'), anUnknownSecret('shareLink')])
    expect(await codeOf(find(secret))).toBe('INVITATION_NOT_FOUND');
});

test('the description says how an invitation ended: used, withdrawn or late', async () => {
  const [used, withdrawn, late] = [await invited(), await invited(), await invited()];
  await world.app.users.accept({ request: aRequest() }, { secret: used.secret, name: 'Ada' as never });
  await world.owner.ask(world.app.users.deactivate, { userId: withdrawn.user.id });
  world.clock.advance(73 * HOUR);
  expect(await Promise.all([used, withdrawn, late].map(({ secret }) => codeOf(find(secret))))).toEqual([
    'INVITATION_USED',
    'INVITATION_REVOKED',
    'INVITATION_EXPIRED',
  ]);
});

test('the description names the inviter, but none in a link for a forgotten password', async () => {
  const { secret } = await invited();
  const { inviter, room } = await find(secret);
  expect([inviter, room]).toEqual([await ownerNamed(), undefined]);
  const { email } = await aNewcomer(world, PASSWORD);
  await world.app.sessions.requestPasswordReset({ request: aRequest() }, { email });
  while ((await world.app.worker.runDue()) > 0);
  expect(await find(await mailedToken(world, email))).toMatchObject({ inviter: undefined, room: undefined });
});

test('the description names a room only where mails may show its label', async () => {
  const named = async (classification: string) => {
    const room = await aRoom(world, world.owner, classification);
    const email = anEmail();
    await world.owner.ask(world.app.rooms.invite, { roomId: room.id, email, role: 'viewer' });
    const found = await find(await mailedToken(world, email));
    expect(found.inviter).toEqual(await ownerNamed());
    return [room.name, found.room];
  };
  const [shown, name] = await named('C1');
  expect(name).toBe(shown);
  expect((await named('C2'))[1]).toBeUndefined();
});

test('the description names no inviter who was erased', async () => {
  const admin = await aPerson(world, 'domain_admin');
  const email = anEmail();
  await admin.ask(world.app.users.invite, { email, role: 'member' });
  const secret = await mailedToken(world, email);
  expect((await find(secret)).inviter?.email).toBe(admin.email);
  await world.owner.ask(world.app.users.erase, { userId: admin.id });
  expect((await find(secret)).inviter).toBeUndefined();
});
