import { spawn } from 'node:child_process';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build, ROOT } from '../support/built.ts';
import type { Caller } from '../support/caller.ts';
import { aFile, anUpload, aRoom, CIPHERTEXT, given, put, times } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const MAY_ASK_MUCH = { STRONGROOM_RATE_LIMIT: '1000000' };

/** The installed command, in its own process. */
function strongroomAdmin(
  ...args: readonly string[]
): Promise<Readonly<{ code: number | null; out: string; err: string }>> {
  const child = spawn(process.execPath, [join(ROOT, 'apps/admin/dist/main.js'), ...args], { env: {} });
  const output = { out: '', err: '' };
  child.stdout.on('data', (piece: Buffer) => (output.out += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (output.err += piece.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...output })));
}

const path = (name: string): string => join(place.folder, name);
const backUp = (to: string) => strongroomAdmin('backup', '--data-dir', place.data, '--to', path(to));
const restore = (from: string, to: string, ...more: readonly string[]) =>
  strongroomAdmin('restore', '--from', path(from), '--data-dir', path(to), ...more);

/** A restored database is behind its audit log: nothing is written until the operator says why. */
const restartLog = (data: string) =>
  strongroomAdmin('audit', 'restart', '--reason', 'a restored backup', '--data-dir', path(data));

/** The caller's own key management. */
async function unwrapped(data: string, of: { wrapped_dek: string; kms_key_id: string }): Promise<Uint8Array | string> {
  const { code, out, err } = await strongroomAdmin('keys', 'unwrap', '--data-dir', data, of.wrapped_dek, of.kms_key_id);
  return code === 0 ? Buffer.from(out.trim(), 'base64') : err;
}

const TEXT = 'The merger is signed on Monday.';

/** A file, encrypted as by any client. */
async function aSecret(owner: Caller, room: { id: string }): Promise<string> {
  const upload = await anUpload(owner, room, TEXT.length);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await unwrapped(place.data, upload), iv);
  expect(await put(upload.upload_url, Buffer.concat([cipher.update(TEXT), cipher.final()]))).toBe(200);
  const sealed = { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64') };
  await given(owner.post(`/rooms/${room.id}/files/${upload.file_id}/confirm`, sealed));
  return upload.file_id;
}

async function downloaded(owner: Caller, id: string) {
  const grant = await given(owner.get(`/files/${id}/download-url`));
  const answer = await fetch(grant.download_url);
  return { grant, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function decrypted(owner: Caller, data: string, id: string): Promise<string> {
  const { grant, bytes } = await downloaded(owner, id);
  const decipher = createDecipheriv('aes-256-gcm', await unwrapped(data, grant), Buffer.from(grant.iv, 'base64'));
  decipher.setAuthTag(Buffer.from(grant.tag, 'base64'));
  return decipher.update(bytes, undefined, 'utf8') + decipher.final('utf8');
}

const serviceOn = (data: string): Promise<ServiceProcess> =>
  place.start({ ...MAY_ASK_MUCH, STRONGROOM_DATA_DIR: path(data) });

async function everyPage(by: Caller, list: string): Promise<readonly { id: string }[]> {
  const found: { id: string }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await by.get(`${list}?per_page=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    found.push(...body.data);
    cursor = body.meta.next_cursor;
  }
  return found;
}

test('a backup made under load is complete, and earlier files can be decrypted', async () => {
  const service = await place.start(MAY_ASK_MUCH);
  const token = await place.ownerToken();
  const owner = service.as(token);
  const secret = await aSecret(owner, await aRoom(owner));
  const busy = await aRoom(owner);
  await Promise.all(times(30, () => aFile(owner, busy)));

  const enough = new AbortController();
  const until = async (work: () => Promise<unknown>): Promise<void> => {
    while (!enough.signal.aborted) await work();
  };
  const writers = [
    until(() => aFile(owner, busy)),
    until(async () => given(owner.delete(`/files/${(await aFile(owner, busy)).id}`))),
    until(async () => {
      const room = await aRoom(owner);
      await Promise.all(times(5, () => aFile(owner, room)));
      await given(owner.delete(`/rooms/${room.id}`));
    }),
  ];
  const backups = ['first', 'second'];
  for (const to of backups) expect(await backUp(to)).toMatchObject({ code: 0, err: '' });
  enough.abort();
  await Promise.all(writers);

  for (const from of backups) {
    const data = `${from}-data`;
    const restored = await restore(from, data, '--keys', join(place.data, 'keys'));
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect((await strongroomAdmin('doctor', '--data-dir', path(data))).out).toMatch(/^ok +integrity/m);
    expect(await restartLog(data)).toMatchObject({ code: 0, err: '' });
    const again = await serviceOn(data);
    const by = again.as(token);
    expect(await decrypted(by, path(data), secret)).toBe(TEXT);
    const rooms = await everyPage(by, '/rooms');
    let files = 0;
    for (const { id: room } of rooms)
      for (const { id } of await everyPage(by, `/rooms/${room}/files`)) {
        const { status, bytes } = await downloaded(by, id);
        expect([status, id === secret || bytes.equals(CIPHERTEXT)]).toEqual([200, true]);
        files++;
      }
    expect(files).toBeGreaterThan(30);
    await again.kill();
  }
}, 120_000);

test('a room destroyed since the backup comes back without its key, with a warning that nothing in it can be decrypted', async () => {
  const service = await place.start();
  const token = await place.ownerToken();
  const owner = service.as(token);
  const [kept, destroyed] = [await aRoom(owner), await aRoom(owner)];
  const [readable, unreadable] = [await aSecret(owner, kept), await aSecret(owner, destroyed)];
  expect((await backUp('backup')).out).toContain('2 rooms, 2 objects');
  const { receipt_id } = await given(owner.delete(`/rooms/${destroyed.id}`));
  const complete = async (by: Caller, receipt: string): Promise<true | undefined> =>
    (await given(by.get(`/destruction-receipts/${receipt}`))).status === 'complete' ? true : undefined;
  await eventually('the destruction', () => complete(owner, receipt_id));

  const without = await restore('backup', 'without');
  expect(without.out).toContain('The keys are not in this backup');

  const restored = await restore('backup', 'data2', '--keys', join(place.data, 'keys'));
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toContain(`1 room without a key, whose files cannot be decrypted:\n  ${destroyed.id}\n`);
  const doctor = await strongroomAdmin('doctor', '--data-dir', path('data2'));
  expect(doctor).toMatchObject({
    code: 1,
    out: expect.stringMatching(new RegExp(`fail +room keys +1 of 2 .*${destroyed.id}`)),
  });

  expect(await restartLog('data2')).toMatchObject({ code: 0, err: '' });
  const by = (await serviceOn('data2')).as(token);
  expect(await decrypted(by, path('data2'), readable)).toBe(TEXT);
  const { status, grant } = await downloaded(by, unreadable);
  expect(status).toBe(200);
  expect(await unwrapped(path('data2'), grant)).toMatch(/was destroyed with its room/);

  const again = await given(by.delete(`/rooms/${destroyed.id}`));
  await eventually('the second destruction', () => complete(by, again.receipt_id));
  expect((await strongroomAdmin('doctor', '--data-dir', path('data2'))).out).toMatch(/^ok +room keys +1 of 1/m);
});

test('a restored service keeps its links and its secret', async () => {
  const service = await place.start();
  const owner = service.as(await place.ownerToken());
  const file = await aFile(owner, await aRoom(owner));
  const link = await given(owner.post(`/files/${file.id}/share`, { expires_in: 3600, max_downloads: 1 }));
  expect(await strongroomAdmin('backup', '--data-dir', place.data, '--to', path('whole'), '--with-keys')).toMatchObject(
    {
      code: 0,
    },
  );
  expect((await owner.post(`/shares/by-token/${link.token}/download`)).status).toBe(200);
  await restore('whole', 'data3');
  expect(await restartLog('data3')).toMatchObject({ code: 0, err: '' });
  const again = await serviceOn('data3');
  // It was used up after the backup, so the restored service allows it again. The pages and the command say so.
  expect((await again.as(undefined).post(`/shares/by-token/${link.token}/download`)).status).toBe(200);
  expect((await again.as(undefined).post(`/shares/by-token/${link.token}/download`)).status).toBe(410);
});
