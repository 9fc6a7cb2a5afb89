import { beforeEach, describe, expect, test } from '@jest/globals';
import type { LiveRoom } from '@strongroom/domain';
import { firstStep, secondStep, type WithTotp, withTotp } from '../second-factor/people.ts';
import { aFile, aRoom, CIPHERTEXT, ivOf, joins, mailedToken, put, replaced, tagOf } from '../world/mothers.ts';
import { aRequest } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { REQUEST_KEY, sealedFor } from '../world/sealed-request.ts';
import { openWorld, type World } from '../world/world.ts';

/** Acts that a person began before a right was taken away from them, and ends only then. */

const LAPTOP = '192.0.2.44';

let world: World;
let ada: WithTotp;
let room: LiveRoom;
beforeEach(async () => {
  world = await openWorld();
  ada = await withTotp(world);
  const { owner } = world;
  room = await aRoom(world, owner);
  await joins(world, ada.person, room, 'contributor', owner);
});

const visitor = () => ({ request: { ...aRequest(), ip: LAPTOP }, userAgent: 'strongroom/1' });

async function aRequestForFiles(more: object = {}) {
  const { requests, person } = { requests: world.app.uploadRequests, person: ada.person };
  const terms = { roomId: room.id, expiresIn: 3600, maxFiles: 3, maxBytes: 1000, ...more };
  const { request } = await person.ask(requests.create, terms as never);
  const { secret } = await person.ask(requests.open, { requestId: request.id, ...REQUEST_KEY } as never);
  const announce = () =>
    requests.announce(visitor(), { secret, name: 'a.pdf', size: 10, contentType: 'application/pdf' } as never);
  const confirm = (fileId: string, number = 1) =>
    requests.confirm(visitor(), {
      secret,
      fileId,
      iv: ivOf(number),
      tag: tagOf(number),
      sealedKey: sealedFor(request.id),
    });
  return { id: request.id, announce, confirm };
}

describe.each(['deactivate', 'erase'] as const)('after a %s', (how) => {
  test('no sign-in, device, link or upload goes on that was begun before', async () => {
    const { app, owner } = world;
    const { person } = ada;
    const { pending } = await firstStep(world, person);
    await app.sessions.requestPasswordReset({ request: aRequest() }, { email: person.email });
    await app.worker.runDue();
    const reset = await mailedToken(world, person.email);
    const device = await app.deviceLogins.request(visitor(), { clientName: 'a program' as never });
    await person.ask(app.deviceLogins.allow, { typed: device.userCode });
    const asked = await aRequestForFiles();
    const announced = await asked.announce();
    await put(world, announced.url, CIPHERTEXT.padEnd(10));
    const files = [await aFile(world, person, room), await aFile(world, person, room)];
    const contents = { items: files.map(({ id }) => ({ fileId: id })) };
    const terms = { roomId: room.id, contents, expiresIn: 3600, maxDownloads: null };
    const made = await person.ask(app.shares.createPackage, terms as never);
    const taken = await app.shares.redeem(visitor(), { secret: made.secret });
    world.clock.advance(6000);
    await owner.ask(app.users[how], { userId: person.id });
    const outcomes = {
      second: await codeOf(secondStep(world, pending, { code: ada.code() })),
      reset: await codeOf(
        app.users.accept(
          { request: aRequest() },
          {
            secret: reset,
            name: 'Ada' as never,
            password: 'another long password 7' as never,
          },
        ),
      ),
      device: await codeOf(app.deviceLogins.redeem(visitor(), { deviceCode: device.deviceCode })),
      confirm: await codeOf(asked.confirm(announced.id)),
      announce: await codeOf(asked.announce()),
      resume: await codeOf(
        app.shares.redeem(visitor(), { secret: made.secret, redemption: taken.redemption, items: [0] }),
      ),
      session: await codeOf(person.ask(app.users.me)),
    };
    expect(Object.entries(outcomes).filter(([, code]) => code === 'done')).toEqual([]);
    expect(outcomes).toMatchObject({
      confirm: 'REQUEST_REVOKED',
      announce: 'REQUEST_REVOKED',
      resume: 'SHARE_REVOKED',
    });
  });
});

describe('a file in the bin', () => {
  test('is given out by no link, package or download that was begun before', async () => {
    const { app, owner } = world;
    await owner.ask(app.rooms.edit, { roomId: room.id, binDays: 7 });
    const file = await aFile(world, ada.person, room);
    const kept = await aFile(world, ada.person, room);
    await replaced(world, ada.person, file);
    const terms = { fileId: file.id, expiresIn: 3600, maxDownloads: null };
    const link = await ada.person.ask(app.shares.create, { ...terms, version: 1 } as never);
    const single = await app.shares.redeem(visitor(), { secret: link.secret });
    const contents = { items: [file, kept].map(({ id }) => ({ fileId: id })) };
    const made = await ada.person.ask(app.shares.createPackage, {
      roomId: room.id,
      contents,
      expiresIn: 3600,
      maxDownloads: null,
    } as never);
    const taken = await app.shares.redeem(visitor(), { secret: made.secret });
    await ada.person.ask(app.files.delete, { fileId: file.id });
    const resumed = await app.shares.redeem(visitor(), { secret: made.secret, redemption: taken.redemption });
    expect('files' in resumed ? resumed.files.map(({ file: { id } }) => id) : []).toEqual([kept.id]);
    const items = await app.shares.redeem(visitor(), { secret: made.secret, redemption: taken.redemption, items: [0] });
    expect('files' in items && items.files).toEqual([]);
    const outcomes = [
      await codeOf(app.shares.redeem(visitor(), { secret: link.secret })),
      await codeOf(app.shares.resume(visitor(), { secret: link.secret, redemption: single.redemption })),
      await codeOf(owner.ask(app.files.getDownload, { fileId: file.id } as never)),
    ];
    expect(outcomes).toEqual(['SHARE_NOT_FOUND', 'SHARE_NOT_FOUND', 'FILE_NOT_FOUND']);
  });
});

describe('callers at the same moment', () => {
  test('get one proof for one code, in whichever sessions', async () => {
    const { app } = world;
    world.clock.advance(30_000);
    const sessions = [];
    for (let at = 0; at < 2; at++) {
      const { pending } = await firstStep(world, ada.person);
      sessions.push(ada.person.with((await secondStep(world, pending, { code: ada.code() })).secret));
      world.clock.advance(30_000);
    }
    const code = ada.code();
    const proofs = await Promise.all(sessions.map((by) => codeOf(by.ask(app.secondFactor.check, { code }))));
    expect(proofs.toSorted()).toEqual(['SECOND_FACTOR_INVALID', 'done']);
    const [recoveryCode] = ada.codes;
    const again = sessions.map((by) => codeOf(by.ask(app.secondFactor.check, { recoveryCode } as never)));
    expect((await Promise.all(again)).toSorted()).toEqual(['SECOND_FACTOR_INVALID', 'done']);
  });

  test('get the last place of an upload request once, and confirm a file once', async () => {
    const asked = await aRequestForFiles({ maxFiles: 1 });
    const announced = await Promise.allSettled(Array.from({ length: 5 }, () => asked.announce()));
    const [place, ...others] = announced.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(others).toEqual([]);
    await put(world, place?.url ?? '', CIPHERTEXT.padEnd(10));
    const other = await aRequestForFiles();
    expect(await codeOf(other.confirm(place?.id ?? ''))).toBe('FILE_NOT_FOUND');
    const confirmed = await Promise.all([1, 2, 3].map((n) => codeOf(asked.confirm(place?.id ?? '', n))));
    expect(confirmed.filter((code) => code === 'done')).toHaveLength(1);
    const { items } = await world.owner.ask(world.app.inbox.list, { roomId: room.id });
    expect(items).toHaveLength(1);
  });
});
