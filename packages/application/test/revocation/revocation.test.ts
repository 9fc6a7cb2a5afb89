import { describe, expect, test } from '@jest/globals';
import {
  aFile,
  aLink,
  anEmail,
  anUpload,
  aPerson,
  aRoom,
  aToken,
  joins,
  mailedToken,
  PASSWORD,
  peek,
  redeem,
} from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { aRequest, Person as Somebody } from '../world/person.ts';
import { another, BOTH, openWorld } from '../world/world.ts';
import { allRefused, hammer } from './hammer.ts';

/** Bob in Ada's room of C3, with a file and Bob's link to it. Every request of Bob goes to another process. */
async function setting(kind: (typeof BOTH)[number]) {
  const world = await openWorld({ kind });
  const other = await another(world);
  const ada = await aPerson(world, 'owner');
  const bob = await aPerson(world, 'member', { clearance: 'C3' });
  const room = await aRoom(world, ada, 'C3');
  await joins(world, bob, room, 'contributor', ada);
  const file = await aFile(world, bob, room);
  const { link, secret } = await aLink(world, bob, file);
  const at = { roomId: room.id };
  const { app } = other;
  const by = (person: Person) => person.at(app);
  const attempts = (person: Person = bob) => ({
    room: () => by(person).ask(app.rooms.get, at),
    files: () => by(person).ask(app.files.list, at),
    download: () => by(person).ask(app.files.getDownload, { fileId: file.id }),
    upload: () => anUpload(other, by(person), room),
    share: () => aLink(other, by(person), file),
    redeem: () => redeem(other, secret),
    peek: () => peek(other, secret),
  });
  return { world, other, ada, bob, room, file, link, attempts, at, by };
}

describe.each(BOTH)('with documents in %s, from the answer on nothing started succeeds', (kind) => {
  test('when a user is deactivated: their tokens, sessions and links', async () => {
    const { world, ada, bob, attempts } = await setting(kind);
    const email = anEmail();
    const { user } = await ada.ask(world.app.users.invite, { email, role: 'member' });
    const invitation = await mailedToken(world, email);
    const accepted = await world.app.users.accept(
      { request: aRequest() },
      { secret: invitation, name: 'Sesame' as never },
    );
    const session = new Somebody(world.app, { ...user, secret: accepted.secret });

    const { after } = await hammer(attempts(), () => ada.ask(world.app.users.deactivate, { userId: bob.id }));
    const gone = 'TOKEN_INVALID';
    expect(after).toEqual(
      allRefused({
        room: gone,
        files: gone,
        download: gone,
        upload: gone,
        share: gone,
        redeem: 'SHARE_REVOKED',
        peek: 'SHARE_REVOKED',
      }),
    );

    const ofSession = {
      me: () => session.ask(world.app.users.me),
      token: () => session.ask(world.app.tokens.create, { name: 'token', expiresIn: 1 }),
    };
    const second = await hammer({ me: ofSession.me }, () => ada.ask(world.app.users.deactivate, { userId: user.id }));
    expect(second.after).toEqual(allRefused({ me: gone }));
    await expect(ofSession.token()).rejects.toMatchObject({ code: gone });
  });

  test('when an invited user is deactivated: their invitation', async () => {
    const { world, other, ada } = await setting(kind);
    for (let time = 0; time < 5; time++) {
      const email = anEmail();
      const { user } = await ada.ask(world.app.users.invite, { email, role: 'member' });
      const secret = await mailedToken(world, email);
      const accept = () => other.app.users.accept({ request: aRequest() }, { secret, name: 'Sesame' as never });
      const [accepted] = await Promise.all([
        accept().catch(() => undefined),
        ada.ask(world.app.users.deactivate, { userId: user.id }),
      ]);
      await expect(accept()).rejects.toMatchObject({ code: accepted ? 'INVITATION_USED' : 'INVITATION_REVOKED' });
      const session = accepted && new Somebody(other.app, { ...user, secret: accepted.secret });
      await expect(session?.ask(other.app.users.me) ?? accept()).rejects.toMatchObject({
        code: accepted ? 'TOKEN_INVALID' : 'INVITATION_REVOKED',
      });
    }
  });

  test('when a member is removed: everything in the room, and their links there', async () => {
    const { world, ada, bob, attempts, at } = await setting(kind);
    const remove = () => ada.ask(world.app.rooms.removeMember, { ...at, userId: bob.id });
    const { after } = await hammer(attempts(), remove);
    expect(after).toEqual(
      allRefused({
        room: 'ROOM_NOT_FOUND',
        files: 'ROOM_NOT_FOUND',
        download: 'FILE_NOT_FOUND',
        upload: 'ROOM_NOT_FOUND',
        share: 'FILE_NOT_FOUND',
        redeem: 'SHARE_REVOKED',
        peek: 'SHARE_REVOKED',
      }),
    );
  });

  test('when a member becomes a viewer: the rights that viewers lack, and their links', async () => {
    const { world, ada, bob, attempts, at } = await setting(kind);
    const lower = () => ada.ask(world.app.rooms.addMember, { ...at, userId: bob.id, role: 'viewer' });
    const { after } = await hammer(attempts(), lower);
    expect(after).toEqual(
      allRefused({
        room: 'done',
        files: 'done',
        download: 'done',
        upload: 'INSUFFICIENT_ROOM_ROLE',
        share: 'INSUFFICIENT_ROOM_ROLE',
        redeem: 'SHARE_REVOKED',
        peek: 'SHARE_REVOKED',
      }),
    );
  });

  test('when a clearance is lowered: everything above it, also through their links', async () => {
    const { world, ada, bob, attempts } = await setting(kind);
    const lower = () => ada.ask(world.app.users.setClearance, { userId: bob.id, clearance: 'C2' });
    const { after } = await hammer(attempts(), lower);
    expect(after).toEqual(
      allRefused({
        room: 'ROOM_NOT_FOUND',
        files: 'ROOM_NOT_FOUND',
        download: 'FILE_NOT_FOUND',
        upload: 'ROOM_NOT_FOUND',
        share: 'FILE_NOT_FOUND',
        redeem: 'SHARE_REVOKED',
        peek: 'SHARE_REVOKED',
      }),
    );
  });

  test('when an organisation role is lowered: what it allowed', async () => {
    const { world, other, ada, by } = await setting(kind);
    const officer = by(await aPerson(world, 'domain_admin'));
    const attempts = {
      oversight: () => officer.ask(other.app.rooms.listOverseen, {}),
      invite: () => officer.ask(other.app.users.invite, { email: anEmail(), role: 'member' }),
    };
    const lower = () => ada.ask(world.app.users.changeRole, { userId: officer.id, role: 'member' });
    const { after } = await hammer(attempts, lower);
    expect(after).toEqual(allRefused({ oversight: 'INSUFFICIENT_ROLE', invite: 'INSUFFICIENT_ROLE' }));
  });

  test('when a token is revoked: it, and those made with it', async () => {
    const { world, other, bob, by } = await setting(kind);
    const parent = await bob.ask(world.app.tokens.create, { name: 'token' });
    const child = bob.with(await aToken(world, bob.with(parent.secret)));
    const attempts = {
      parent: () => by(bob.with(parent.secret)).ask(other.app.users.me),
      child: () => by(child).ask(other.app.rooms.list, {}),
    };
    const revoke = () => bob.ask(world.app.tokens.revoke, { tokenId: parent.token.id });
    const { after } = await hammer(attempts, revoke);
    expect(after).toEqual(allRefused({ parent: 'TOKEN_INVALID', child: 'TOKEN_INVALID' }));
  });

  test('when a password is set: every other session', async () => {
    const { world, other } = await setting(kind);
    const email = anEmail();
    await world.owner.ask(world.app.users.invite, { email, role: 'member' });
    const invitation = await mailedToken(world, email);
    const input = { secret: invitation, name: 'Sesame' as never, password: PASSWORD as never };
    const { user, secret } = await world.app.users.accept({ request: aRequest() }, input);
    const started = await world.app.sessions.start({ request: aRequest() }, { email, password: PASSWORD });
    const [first, second] = [secret, started.secret].map((each) => new Somebody(world.app, { ...user, secret: each }));
    if (first === undefined || second === undefined) throw new Error('no sessions');
    const attempts = {
      first: () => first.at(other.app).ask(other.app.users.me),
      second: () => second.at(other.app).ask(other.app.users.me),
    };
    const set = () => first.ask(world.app.users.setPassword, { current: PASSWORD, next: `${PASSWORD} 2` });
    const { after } = await hammer(attempts, set);
    expect(after).toEqual(allRefused({ first: 'done', second: 'TOKEN_INVALID' }));
  });

  test('when a link is revoked: it', async () => {
    const { world, bob, link, attempts } = await setting(kind);
    const { redeem: redeeming, peek: peeking } = attempts();
    const revoke = () => bob.ask(world.app.shares.revoke, { shareId: link.id });
    const { after } = await hammer({ redeem: redeeming, peek: peeking }, revoke);
    expect(after).toEqual(allRefused({ redeem: 'SHARE_REVOKED', peek: 'SHARE_REVOKED' }));
  });

  test('when a file is deleted: it, and its links', async () => {
    const { world, ada, file, attempts } = await setting(kind);
    const { download, share, redeem: redeeming, peek: peeking } = attempts();
    const del = () => ada.ask(world.app.files.delete, { fileId: file.id });
    const { after } = await hammer({ download, share, redeem: redeeming, peek: peeking }, del);
    expect(after).toEqual(
      allRefused({
        download: 'FILE_NOT_FOUND',
        share: 'FILE_NOT_FOUND',
        redeem: 'SHARE_NOT_FOUND',
        peek: 'SHARE_NOT_FOUND',
      }),
    );
  });

  test('when a room is deleted: everything of it', async () => {
    const { world, ada, attempts, at } = await setting(kind);
    const { after } = await hammer(attempts(), () => ada.ask(world.app.rooms.delete, at));
    expect(after).toEqual(
      allRefused({
        room: 'ROOM_NOT_FOUND',
        files: 'ROOM_NOT_FOUND',
        download: 'FILE_NOT_FOUND',
        upload: 'ROOM_NOT_FOUND',
        share: 'FILE_NOT_FOUND',
        redeem: 'SHARE_NOT_FOUND',
        peek: 'SHARE_NOT_FOUND',
      }),
    );
  });
});
