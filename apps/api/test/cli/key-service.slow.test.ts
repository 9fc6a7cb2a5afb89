import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { grantSigner, openSigningKey } from '@strongroom/adapter-local';
import { keyServiceUnwrapper, Strongroom } from '@strongroom/client';
import type { GrantClaims } from '@strongroom/domain';
import { BothServices } from '../support/both-services.ts';
import { Caller } from '../support/caller.ts';
import { aPerson, given } from '../support/people-of-process.ts';
import { eventually } from '../support/service-process.ts';
import { anotherMachine, endMachines } from './another-machine.ts';
import { contentsOf, Desk } from './desk.ts';

let both: BothServices;
let owner: Desk;
let caller: Caller;

beforeAll(async () => {
  both = await BothServices.start();
  owner = new Desk(join(both.place.folder, 'owner'));
  await mkdir(owner.home, { mode: 0o700 });
  caller = new Caller(`${both.url}/api/v1`, await both.ownerToken());
});
afterAll(async () => {
  await both.end();
  await endMachines();
});

/** Calls that the key service has answered with keys. */
const keyCalls = (): number => both.out.split('"route":"/v1/unwrap/batch"').length - 1;

/** Holds the exports of both services against each other. */
async function reconciled(name: string) {
  const [record, log] = ['record', 'log'].map((side) => join(both.place.folder, `${name}-${side}.tar`));
  await writeFile(record ?? '', await both.keysCommand('record', 'export'), 'latin1');
  await owner.output(['audit', 'download', log ?? '']);
  const { code, out } = await owner.run(['audit', 'reconcile', record ?? '', log ?? '', '--json']);
  return { code, found: JSON.parse(out) };
}

type Stolen = Readonly<{ id: string; room_id: string; classification: string }>;

/** A release by a grant that a thief of the room service's key signed, for which there is no event. */
async function stolen(file: Stolen): Promise<number> {
  const signer = grantSigner(await openSigningKey(join(both.place.data, 'keys'), 'grant.key'));
  const { wrapped_dek: wrapped, kms_key_id: kmsKeyId } = await given(caller.get(`/files/${file.id}/download-url`));
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
  const { x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  const jkt = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
  const iat = Math.floor(Date.now() / 1000);
  const claims: Omit<GrantClaims, 'wdk'> = {
    iss: both.url,
    aud: both.keysUrl,
    iat,
    exp: iat + 120,
    jti: randomBytes(16).toString('base64url'),
    sub: `user:${randomUUID()}`,
    op: 'open',
    org: randomUUID(),
    room: file.room_id,
    room_label: file.classification,
    file: file.id,
    label: file.classification,
    kms_key_id: kmsKeyId,
    cnf: { jkt },
    evt: randomUUID(),
  };
  const body = {
    grant: signer.sign(claims, wrapped),
    wrapped_dek: wrapped,
    client_key: { kty: 'EC', crv: 'P-256', x, y },
  };
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${both.keysUrl}/v1/unwrap`, { method: 'POST', headers, body: JSON.stringify(body) });
  return status;
}

describe('a person on another machine', () => {
  test('signs in, and puts, gets and shares without a word about keys', async () => {
    await owner.output(['login', both.url], { input: await both.ownerToken() });
    expect(await owner.json(['whoami'])).toMatchObject({ keys: { kind: 'key-service' } });
    const room = await owner.json(['rooms', 'create', 'Falcon', '--label', 'C2']);
    const bob = await aPerson(caller, both.place.data);
    await given(caller.post(`/rooms/${room.id}/members`, { user_id: bob.id, role: 'contributor' }));
    const desk = await anotherMachine({ 'plan.txt': 'the plan' });
    await desk.output(['login', both.url], { input: bob.token });
    await desk.output(['put', 'Falcon', 'plan.txt']);
    await desk.output(['get', 'Falcon', 'plan.txt', '--to', 'back.txt']);
    expect(await readFile(join(desk.home, 'back.txt'), 'utf8')).toBe('the plan');
    const link = (await desk.output(['share', 'Falcon', 'plan.txt'])).trim();
    const stranger = new Desk(join(both.place.folder, 'stranger'));
    await mkdir(stranger.home, { mode: 0o700 });
    await stranger.output(['fetch', link]);
    expect(await readFile(join(stranger.home, 'plan.txt'), 'utf8')).toBe('the plan');
  });

  test('finds each release in both records, and a release that the room service did not log', async () => {
    expect(await reconciled('honest')).toMatchObject({ code: 0, found: { verdict: 'agree', alarms: [] } });
    const [file] = await given(caller.get(`/rooms/${(await given(caller.get('/rooms')))[0].id}/files`));
    expect(await stolen(file)).toBe(200);
    const { code, found } = await reconciled('forged');
    expect([code, found]).toMatchObject([
      1,
      { verdict: 'differ', alarms: [{ file: file.id, sentence: 'the room service logged no grant for it' }] },
    ]);
  });

  test('moves 250 files with three calls for keys, up and down', async () => {
    const { key_service: offered } = await given(caller.get('/service'));
    const client = new Strongroom({
      url: both.url,
      token: await both.ownerToken(),
      unwrap: keyServiceUnwrapper({ url: offered.url, key: offered.key }),
    });
    const { id } = await given(caller.post('/rooms', { name: 'Many', classification: 'C2' }));
    const names = Array.from({ length: 250 }, (_, index) => `many/${index}.txt`);
    await owner.write(Object.fromEntries(names.map((name) => [name, `content of ${name}`])));
    const before = keyCalls();
    const sent = names.map((name) => ({ path: join(owner.home, name), content_type: 'text/plain' }));
    const uploaded: string[] = [];
    for await (const { file, error } of client.uploadFiles(id, sent)) uploaded.push(file?.id ?? String(error));
    await eventually('the log', async () => keyCalls() - before >= 3);
    expect(keyCalls() - before).toBe(3);
    const wanted = uploaded.map((file, index) => ({ id: file, path: join(owner.home, `back-${index}`) }));
    for await (const { error } of client.downloadFiles(wanted)) expect(error).toBeUndefined();
    // Groups of downloads grow: 8, 16, 32, 64, 100 and the rest.
    await eventually('the log', async () => keyCalls() - before >= 9);
    expect(keyCalls() - before).toBe(9);
  }, 120_000);

  test('puts and gets a folder of 1 000 files with ten calls to each service', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `thousand/${index % 30}/${index}.txt`);
    await owner.write(Object.fromEntries(names.map((name) => [name, `content of ${name}`])));
    await owner.output(['rooms', 'create', 'Thousand', '--label', 'C2']);
    const calls = (path: string) => both.out.split(`"route":"${path}"`).length - 1;
    const seen = () => ({
      keys: keyCalls(),
      announced: calls('/api/v1/rooms/:room_id/files/upload-urls'),
      confirmed: calls('/api/v1/rooms/:room_id/files/bulk-confirm'),
      located: calls('/api/v1/files/bulk-download-urls'),
    });
    const before = seen();
    expect(await owner.json(['put', 'Thousand', 'thousand'])).toMatchObject({ uploaded: 1000, failed: 0 });
    await eventually('the log', async () => seen().keys - before.keys >= 10);
    const put = seen();
    expect([put.keys - before.keys, put.announced - before.announced]).toEqual([10, 10]);
    // A confirmation waits for others, but at most for a second.
    expect(put.confirmed - before.confirmed).toBeGreaterThanOrEqual(10);
    expect(await owner.json(['get', 'Thousand', '--to', 'thousand-back'])).toMatchObject({ downloaded: 1000 });
    await eventually('the log', async () => seen().keys - put.keys >= 10);
    const got = seen();
    expect([got.keys - put.keys, got.located - put.located]).toEqual([10, 10]);
    expect(both.out).not.toContain('"status":429');
    expect(await contentsOf(join(owner.home, 'thousand-back/thousand'))).toEqual(
      await contentsOf(join(owner.home, 'thousand')),
    );
  }, 120_000);

  test('gets a sentence that names the key service while that is down, and keys again once it is back', async () => {
    const before = await both.keyProcess();
    process.kill(before, 'SIGSTOP');
    process.kill(before, 'SIGKILL');
    const failed = await owner.run(['get', 'Falcon', 'plan.txt'], { env: { STRONGROOM_CONFIG: await elsewhere() } });
    expect(failed.err).toMatch(/key service at http:\/\/127\.0\.0\.1:1 does not answer/);
    await eventually('the key service', async () =>
      (await both.keyProcess().catch(() => before)) === before ? undefined : true,
    );
    await owner.output(['get', 'Falcon', 'plan.txt']);
    expect(await readFile(join(owner.home, 'plan.txt'), 'utf8')).toBe('the plan');
  });

  test('is refused by a key service with another key than the one of the sign-in', async () => {
    const config = JSON.parse(await readFile(join(owner.home, '.config/strongroom/config.json'), 'utf8'));
    const path = join(owner.home, 'other.json');
    await writeFile(path, JSON.stringify({ ...config, keys: { ...config.keys, key: 'A'.repeat(43) } }), {
      mode: 0o600,
    });
    const { code, err } = await owner.run(['get', 'Falcon', 'plan.txt', '--to', 'never.txt'], {
      env: { STRONGROOM_CONFIG: path },
    });
    expect({ code, err }).toEqual({ code: 8, err: expect.stringContaining('has another key than the one you trust') });
    // Every file of the room would fail for this reason, which is printed once.
    const all = await owner.run(['get', 'Thousand', '--to', 'never'], { env: { STRONGROOM_CONFIG: path } });
    expect([all.code, all.err.match(/has another key than the one you trust/g)?.length]).toEqual([8, 1]);
  });
});

/** The settings of the owner, with a key service that never answers. */
async function elsewhere(): Promise<string> {
  const config = JSON.parse(await readFile(join(owner.home, '.config/strongroom/config.json'), 'utf8'));
  const path = join(owner.home, 'elsewhere.json');
  await writeFile(path, JSON.stringify({ ...config, keys: { ...config.keys, url: 'http://127.0.0.1:1' } }), {
    mode: 0o600,
  });
  return path;
}
