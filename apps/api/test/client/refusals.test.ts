import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Fetch, StrongroomError } from '@strongroom/client';
import { someBytes } from '../support/encrypted-transfer.ts';
import { aRoomOf, type Served, serve } from './service.ts';

const TYPE = { content_type: 'application/octet-stream' };

let served: Served;
let room: string;
beforeAll(async () => {
  served = await serve();
  room = await aRoomOf(served.owner);
});
afterAll(() => served.stop());

async function refusal(work: Promise<unknown>): Promise<StrongroomError> {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof StrongroomError)) throw new TypeError('it is not refused', { cause: error });
  return error;
}

test('the client throws refusals of the service with its code and message', async () => {
  const invalid = await refusal(served.owner.rooms.create({ name: '', classification: 'C1' }));
  expect(invalid).toMatchObject({ code: 'VALIDATION_ERROR', status: 400, attempts: 1 });
  expect(invalid.details.map(({ field }) => field)).toEqual(['name']);
  expect(invalid.requestId).toMatch(/^[0-9a-f-]{36}$/);
  const nobody = await refusal(served.as({ token: undefined }).rooms.list().page());
  expect(nobody).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
});

test('the client reports a wait for as long as the limit lasts', async () => {
  const limited = await serve({ STRONGROOM_RATE_LIMIT: '3' });
  try {
    const asked: number[] = [];
    const pause = async (milliseconds: number) => {
      asked.push(milliseconds);
      throw new Error('nobody waits in a test');
    };
    const client = limited.as({ time: { pause, random: () => 0 } });
    for (let times = 0; times < 3; times++) await client.account.get();
    await expect(client.account.get()).rejects.toThrow('nobody waits in a test');
    expect(asked).toEqual([expect.any(Number)]);
    expect(asked[0]).toBeGreaterThanOrEqual(1000);
    expect(asked[0]).toBeLessThanOrEqual(60_000);
  } finally {
    await limited.stop();
  }
});

/** Replaces every object address by one with another signature. */
const missigned: Fetch = async (url, init) => {
  const response = await fetch(url, init);
  if (!/(upload|download)-url$|upload-parts$/.test(url)) return response;
  const address = (name: string, value: unknown): unknown =>
    name.endsWith('_url') && typeof value === 'string' ? value.replace(/.{8}$/, 'AAAAAAAA') : value;
  return Response.json(JSON.parse(await response.text(), address));
};

test('the client reports an early refusal of an object store, whatever the size of the body', async () => {
  const path = join(served.folder, 'much');
  await writeFile(path, someBytes(20_000_000));
  const client = served.as({ fetch: missigned, attempts: 1 });
  for (const upload of [
    client.uploadFile(room, path, TYPE),
    client.upload(room, { name: 'much', ...TYPE }, someBytes(1_000_000)),
  ])
    expect(await refusal(upload)).toMatchObject({ code: 'SIGNATURE_INVALID', status: 403 });
  const { id } = await served.owner.uploadFile(room, path, TYPE);
  expect((await refusal(client.downloadFile(id, `${path} back`))).code).toBe('SIGNATURE_INVALID');
});

test('the client reports an upload that was confirmed before, and does not send it again', async () => {
  const options = { idempotencyKey: 'one upload' };
  const about = { name: 'once', ...TYPE };
  const content = someBytes(10);
  const file = await served.owner.upload(room, about, content, options);
  expect((await refusal(served.owner.upload(room, about, content, options))).code).toBe('FILE_ALREADY_CONFIRMED');
  expect((await served.owner.files.get(file.id)).status).toBe('available');
});

test('the client continues an interrupted upload as the same file', async () => {
  const stop = new AbortController();
  const announced: string[] = [];
  const options = { idempotencyKey: 'taken up again', onAnnounced: (id: string) => announced.push(id) };
  const send = (more: object) =>
    served.owner.upload(room, { name: 'again', ...TYPE }, someBytes(99), { ...options, ...more });
  const onProgress = () => stop.abort(new Error('enough'));
  await expect(send({ signal: stop.signal, onProgress })).rejects.toThrow('enough');
  const file = await send({});
  expect(announced).toEqual([file.id, file.id]);
});

test('the client repeats a confirmation whose answer was lost', async () => {
  let lost = 0;
  const client = served.as({
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (!url.endsWith('/confirm') || lost++ > 0) return response;
      await response.arrayBuffer();
      throw new TypeError('the connection broke behind the answer');
    },
  });
  const file = await client.upload(room, { name: 'lost', ...TYPE }, someBytes(99));
  expect([file.status, lost]).toEqual(['available', 2]);
});

test('the client streams the audit log line by line', async () => {
  const types: string[] = [];
  for await (const { type } of served.owner.audit.export({ room_id: room, outcome: 'allowed' })) types.push(type);
  expect(types).toEqual(expect.arrayContaining(['room.created', 'file.upload_requested', 'file.confirmed']));
  const listed = await served.owner.audit.events({ room_id: room, outcome: 'allowed', per_page: 5 }).all();
  expect(listed.map(({ type }) => type).toSorted()).toEqual(types.toSorted());
});
