import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { grantSigner, signingKeyFrom } from '@strongroom/adapter-local';
import type {
  AvailableFile,
  ExplainableAction,
  FileId,
  GrantClaims,
  KeyThumbprint,
  LiveRoom,
} from '@strongroom/domain';
import type { LinkedPerson } from '../../src/index.ts';
import type { KeyGrant } from '../../src/kernel/answers.ts';
import { recordedBy } from '../world/events.ts';
import {
  aFile,
  aLink,
  anUpload,
  aPerson,
  aRoom,
  CIPHERTEXT,
  confirm,
  limitedTo,
  mailedToken,
  PASSWORD,
  put,
  redeem,
} from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

const CLIENT = 'A'.repeat(43) as KeyThumbprint;
const OTHER = 'B'.repeat(43) as KeyThumbprint;
const PERSON = { iss: 'https://keys.example', id: crypto.randomUUID() };

let proof: string | null = 'grant';
let linked: LinkedPerson | undefined;
let world: World;
let ada: Person;
let room: LiveRoom;
let file: AvailableFile;

beforeAll(async () => {
  const grants = grantSigner(signingKeyFrom(`${'x'.repeat(42)}A`));
  world = await openWorld({
    around: () => ({ grants }),
    configuration: {
      keyService: {
        url: 'https://keys.example',
        issuer: () => 'https://rooms.example',
        hint: async () => null,
        proof: () => proof,
        linked: async () => linked,
      },
    },
  });
  ada = await aPerson(world);
  room = await aRoom(world, ada);
  file = await aFile(world, ada, room);
});
beforeEach(() => {
  proof = 'grant';
});

const claimsOf = (grant: string | null): GrantClaims => {
  if (grant === null) throw new Error('there is no grant');
  return JSON.parse(Buffer.from(grant.split('.')[1] ?? '', 'base64url').toString());
};
const download = (by: Person, client = CLIENT) => by.ask(world.app.files.getDownload, { fileId: file.id, client });
const announce = (by: Person, client = CLIENT) =>
  by.ask(world.app.files.requestUpload, { roomId: room.id, name: 'a', size: 5, contentType: 'text/plain', client });
const grantKey = (by: Person, fileId: string, op?: string) =>
  by.ask(world.app.files.grantKey, { fileId, client: CLIENT, op: op as never });

describe('a key grant', () => {
  test('names what is released, and its event names the grant', async () => {
    const found: { grant: string | null } = { grant: null };
    const [event] = await recordedBy(world, async () => {
      found.grant = (await download(ada)).keyGrant;
    });
    expect(claimsOf(found.grant)).toMatchObject({
      iss: 'https://rooms.example',
      aud: 'https://keys.example',
      sub: `user:${ada.id}`,
      op: 'open',
      room: room.id,
      room_label: 'C2',
      file: file.id,
      cnf: { jkt: CLIENT },
      evt: event?.id,
    });
    expect(event?.data).toMatchObject({
      grant: { jti: claimsOf(found.grant).jti, jkt: CLIENT, op: 'open' },
    });
    expect((await ada.ask(world.app.files.getDownload, { fileId: file.id })).keyGrant).toBeNull();
  });

  test('is named with client and purpose by the event of each kind of release', async () => {
    const { file: pending } = await announce(ada);
    const { secret } = await aLink(world, ada, file);
    const releases: readonly (readonly [string, string, () => Promise<KeyGrant>])[] = [
      ['file.upload_requested', 'seal', () => announce(ada)],
      ['file.downloaded', 'open', () => download(ada)],
      ['file.key_granted', 'seal', () => grantKey(ada, pending.id)],
      ['file.key_granted', 'open', () => grantKey(ada, file.id)],
      ['file.key_granted', 'export', () => grantKey(ada, file.id, 'export')],
      ['share.redeemed', 'open', () => redeem(world, secret, CLIENT)],
    ];
    for (const [type, op, release] of releases) {
      const found: string[] = [];
      const events = await recordedBy(world, async () => {
        found.push(claimsOf((await release()).keyGrant).jti);
      });
      const [jti] = found;
      const named = events.map((event) => [event.type, event.data['grant']]);
      expect(named).toEqual([[type, { jti, jkt: CLIENT, op }]]);
    }
  });

  test('is for the client that repeats an upload', async () => {
    const keyed = ada.keyed({ key: 'POST x\n1', fingerprint: 'same', onReplay: () => undefined });
    const [first, again] = [await announce(keyed), await announce(keyed, OTHER)];
    expect(again.file.id).toBe(first.file.id);
    expect([claimsOf(first.keyGrant).cnf.jkt, claimsOf(again.keyGrant).cnf.jkt]).toEqual([CLIENT, OTHER]);
    expect(claimsOf(again.keyGrant).jti).not.toBe(claimsOf(first.keyGrant).jti);
  });

  test('names the person that the user is linked to, and there is none before', async () => {
    proof = 'device';
    const [event] = await recordedBy(world, async () => {
      expect(await download(ada)).toMatchObject({ keyGrant: null, keyGrantMissing: 'PERSON_NOT_LINKED' });
    });
    expect(event?.data).toMatchObject({ grant_missing: 'person_not_linked' });
    expect(await announce(ada)).toMatchObject({ keyGrant: null, keyGrantMissing: 'PERSON_NOT_LINKED' });

    const { app } = world;
    await world.owner.ask(app.users.sendActivationLink, { userId: ada.id });
    linked = { user: ada.id, person: PERSON };
    await ada.with(await sessionOf(ada)).ask(app.users.linkKeyPerson, { link: 'x' });
    for (const granted of [await download(ada), await announce(ada)]) {
      expect(granted.keyGrantMissing).toBeNull();
      expect(claimsOf(granted.keyGrant).person).toEqual(PERSON);
    }
  });

  test('for a link is made in the mode grant only', async () => {
    const { secret } = await aLink(world, ada, file);
    const granted = await redeem(world, secret, CLIENT);
    expect(claimsOf(granted.keyGrant)).toMatchObject({ sub: expect.stringMatching(/^share:/), op: 'open' });
    expect(claimsOf(granted.keyGrant).person).toBeUndefined();
    for (const mode of ['device', 'oidc']) {
      proof = mode;
      expect(await redeem(world, secret, CLIENT)).toMatchObject({ keyGrant: null, keyGrantMissing: 'LINK_NEEDS_KEY' });
    }
  });
});

describe('granting a key again', () => {
  test('is recorded, and is to encrypt while the upload is pending and to open or export afterwards', async () => {
    const { file: pending } = await announce(ada);
    const [event] = await recordedBy(world, async () => {
      const { keyGrant } = await grantKey(ada, pending.id);
      expect(claimsOf(keyGrant)).toMatchObject({ op: 'seal', file: pending.id });
    });
    expect(event).toMatchObject({
      type: 'file.key_granted',
      data: { grant: { op: 'seal' } },
      target: { id: pending.id },
    });
    expect(claimsOf((await grantKey(ada, file.id)).keyGrant).op).toBe('open');
    expect(claimsOf((await grantKey(ada, file.id, 'export')).keyGrant).op).toBe('export');
    expect(await codeOf(grantKey(ada, pending.id, 'open'))).toBe('UPLOAD_NOT_CONFIRMED');
    expect(await codeOf(grantKey(ada, file.id, 'seal'))).toBe('FILE_ALREADY_CONFIRMED');
  });

  test('is for its uploader and the owners of the room, not in an archived one', async () => {
    const own = await aRoom(world, ada);
    const { file: pending } = await ada.ask(world.app.files.requestUpload, {
      roomId: own.id,
      name: 'a',
      size: 5,
      contentType: 'text/plain',
      client: CLIENT,
    });
    expect(await codeOf(grantKey(await aPerson(world), pending.id))).toBe('FILE_NOT_FOUND');
    await ada.ask(world.app.rooms.archive, { roomId: own.id });
    expect(await codeOf(grantKey(ada, pending.id))).toBe('ROOM_ARCHIVED');
  });

  test('to encrypt is refused once the upload is confirmed or the room archived, also to a repeated request', async () => {
    const own = await aRoom(world, ada);
    const keyed = (name: string) =>
      ada.keyed({ key: `POST ${name}\n1`, fingerprint: 'same', onReplay: () => undefined });
    const granted = await anUpload(world, ada, own);
    const [confirmed, waiting] = [granted.file, (await anUpload(world, ada, own)).file];
    await grantKey(keyed('confirmed'), confirmed.id, 'seal');
    await grantKey(keyed('waiting'), waiting.id, 'seal');
    await put(world, granted.url, CIPHERTEXT);
    await confirm(world, ada, granted);
    expect(await codeOf(grantKey(keyed('confirmed'), confirmed.id, 'seal'))).toBe('FILE_ALREADY_CONFIRMED');
    await ada.ask(world.app.rooms.archive, { roomId: own.id });
    expect(await codeOf(grantKey(keyed('waiting'), waiting.id, 'seal'))).toBe('ROOM_ARCHIVED');
  });

  test('needs the scope of its purpose', async () => {
    const { file: pending } = await announce(ada);
    const reader = await limitedTo(world, ada, 'download:files');
    const writer = await limitedTo(world, ada, 'write:files');
    expect(claimsOf((await grantKey(writer, pending.id)).keyGrant).op).toBe('seal');
    expect(claimsOf((await grantKey(reader, file.id)).keyGrant).op).toBe('open');
    expect(await codeOf(grantKey(reader, pending.id))).toBe('INSUFFICIENT_SCOPE');
    for (const op of [undefined, 'open', 'export'])
      expect(await codeOf(grantKey(writer, file.id, op))).toBe('INSUFFICIENT_SCOPE');
    expect(await codeOf(grantKey(writer, pending.id, 'export'))).toBe('INSUFFICIENT_SCOPE');
  });

  test('is explained as it is decided', async () => {
    const { file: pending } = await announce(ada);
    const explained = async (action: ExplainableAction, fileId: FileId) =>
      (await world.app.audit.explain(await ada.enter(), { userId: ada.id, action, fileId })).refusal;
    expect(await explained('file.key_grant', pending.id)).toBe('UPLOAD_NOT_CONFIRMED');
    expect(await explained('file.key_renew', pending.id)).toBeNull();
    expect(await explained('file.key_grant', file.id)).toBeNull();
    expect(await explained('file.key_renew', file.id)).toBe('FILE_ALREADY_CONFIRMED');
  });

  test('makes another grant for a repeated request', async () => {
    const keyed = ada.keyed({ key: 'POST y\n1', fingerprint: 'same', onReplay: () => undefined });
    const [first, again] = [await grantKey(keyed, file.id), await grantKey(keyed, file.id)];
    expect(claimsOf(again.keyGrant).jti).not.toBe(claimsOf(first.keyGrant).jti);
  });
});

/** A session of this moment, by an activation link. */
async function sessionOf(person: Person) {
  const secret = await mailedToken(world, person.email);
  const accepted = await world.app.users.accept(
    { request: aRequest() },
    { secret, name: 'Sesame' as never, password: PASSWORD as never },
  );
  return accepted.secret;
}
