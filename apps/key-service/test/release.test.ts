import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aClient, type Client, Setting, type WrappedFileKey } from './setting.ts';

let setting: Setting;
let client: Client;
let wrapped: WrappedFileKey;

beforeAll(async () => {
  setting = await Setting.start();
  client = aClient();
  wrapped = await setting.aFile();
});
afterAll(() => setting.end());

const body = (grant: string, more: object = {}) => ({
  grant,
  wrapped_dek: wrapped.wrappedDek,
  client_key: client.jwk,
  ...more,
});

/** The status of the answer to a body without a length, sent piece by piece. */
const statusOf = (pieces: readonly string[]): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = httpRequest(`${setting.url}/v1/unwrap`, { method: 'POST', headers }, (answer) => {
      resolve(answer.statusCode);
      answer.resume();
    }).on('error', reject);
    for (const piece of pieces) sent.write(piece);
    sent.end();
  });

describe('a release', () => {
  test('gives the data key to the client alone, and is in the record', async () => {
    const grant = setting.grant(wrapped, client);
    const { status, json, headers } = await setting.post('/v1/unwrap', body(grant, { reason: 'closing' }));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    if (json.data === undefined) throw new Error('there is no data');
    const asked = { file: wrapped.file, op: 'open' };
    const dataKey = await setting.opened(json.data, grant, asked, client);
    expect(dataKey.toString('hex')).toBe(Buffer.from(await setting.known(wrapped)).toString('hex'));
    expect(JSON.stringify(json)).not.toContain(dataKey.toString('base64url'));
    await expect(setting.opened(json.data, grant, asked, aClient())).rejects.toThrow('the signature is wrong');
    await expect(setting.opened(json.data, grant, { ...asked, file: wrapped.room }, client)).rejects.toThrow(
      'the signature is wrong',
    );
    const [event] = (await setting.record()).filter(({ type }) => type === 'key.released');
    expect(event).toMatchObject({
      outcome: 'allowed',
      target: { type: 'file', id: wrapped.file, roomId: wrapped.room, label: 'C2' },
      request: { ip: '127.0.0.1' },
      data: { jti: json.data.jti, op: 'open', client: client.jkt, reason: 'closing' },
    });
  });

  test('seals every answer with a key of its own', async () => {
    const grant = setting.grant(wrapped, client);
    const points = new Set<string | undefined>();
    const sealed = new Set<string | undefined>();
    for (let asked = 0; asked < 30; asked += 1) {
      const { json } = await setting.post('/v1/unwrap', body(grant));
      points.add(json.data?.epk['x']);
      sealed.add(json.data?.wrapped_key);
    }
    expect([points.size, sealed.size]).toEqual([30, 30]);
  });

  test('reads a body that comes in pieces, and answers one that grows too large', async () => {
    const text = JSON.stringify(body(setting.grant(wrapped, client)));
    const third = Math.ceil(text.length / 3);
    const pieces = [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)];
    expect(await statusOf(pieces)).toBe(200);
    expect(await statusOf(Array.from({ length: 5 }, () => ' '.repeat(4000)).concat(text))).toBe(413);
  });

  test('takes one call for a hundred keys, with a row for each', async () => {
    const files = await Promise.all(Array.from({ length: 100 }, () => setting.aFile(wrapped)));
    const grants = files.map((file) => setting.grant(file, client, { op: 'seal' }));
    const items = files.map((file, index) => ({ grant: grants[index], wrapped_dek: file.wrappedDek }));
    const spoiled = items.with(7, { grant: grants[8], wrapped_dek: items[7]?.wrapped_dek ?? '' });
    const { status, json } = await setting.post('/v1/unwrap/batch', { items: spoiled, client_key: client.jwk });
    expect(status).toBe(200);
    const rows = json.data ?? [];
    expect(rows.map(({ index }) => index)).toEqual(files.map((_, index) => index));
    expect(rows.filter((row) => row.status !== 200)).toMatchObject([
      { index: 7, status: 400, error: { code: 'WRAPPED_KEY_MISMATCH' } },
    ]);
    expect(new Set(rows.filter(({ data }) => data).map(({ data }) => data?.epk['x'])).size).toBe(1);
    for (const index of [0, 50, 99]) {
      const [file, data, grant] = [files[index], rows[index]?.data, grants[index]];
      if (file === undefined || data === undefined || grant === undefined) throw new Error('a row is missing');
      const dataKey = await setting.opened(data, grant, { file: file.file, op: 'seal' }, client);
      expect(dataKey.toString('hex')).toBe(Buffer.from(await setting.known(file)).toString('hex'));
    }
  });

  test('is bound to a device or an account by nothing but the grant, in this mode', async () => {
    const { json } = await fetch(`${setting.url}/v1/status`).then(async (answer) => ({ json: await answer.json() }));
    expect(json).toMatchObject({ data: { proof: 'grant', ready: true, version: expect.any(String) } });
  });
});

describe('a room', () => {
  test('never gets a label below the highest that was seen with its key', async () => {
    const file = await setting.aFile();
    const ask = (label: string, of = file) => {
      const grant = setting.grant(of, client, { room_label: label, label });
      return setting.post('/v1/unwrap', { grant, wrapped_dek: of.wrappedDek, client_key: client.jwk });
    };
    expect((await ask('C3')).status).toBe(200);
    expect((await ask('C2')).json.error?.code).toBe('POLICY_DENIED');
    expect((await ask('C4')).status).toBe(200);
    expect((await ask('C3')).json.error?.code).toBe('POLICY_DENIED');
    expect((await ask('C4')).status).toBe(200);
    // Another id for the room changes nothing: the key is the same.
    expect((await ask('C1', { ...file, room: wrapped.room })).json.error?.code).toBe('POLICY_DENIED');
  });

  test('has one label in one batch, the highest', async () => {
    const file = await setting.aFile();
    const items = ['C2', 'C4'].map((label) => ({
      grant: setting.grant(file, client, { room_label: label, label }),
      wrapped_dek: file.wrappedDek,
    }));
    const { json } = await setting.post('/v1/unwrap/batch', { items, client_key: client.jwk });
    expect((json.data ?? []).map(({ status }) => status)).toEqual([403, 200]);
  });

  test('is not lowered by releases at the same time', async () => {
    const file = await setting.aFile();
    const labels = ['C2', 'C4', 'C2', 'C3', 'C2', 'C4', 'C2', 'C3'];
    await Promise.all(
      labels.map((label) =>
        setting.post('/v1/unwrap', {
          grant: setting.grant(file, client, { room_label: label, label }),
          wrapped_dek: file.wrappedDek,
          client_key: client.jwk,
        }),
      ),
    );
    const lower = setting.grant(file, client, { room_label: 'C3', label: 'C3' });
    const late = { grant: lower, wrapped_dek: file.wrappedDek, client_key: client.jwk };
    expect((await setting.post('/v1/unwrap', late)).json.error?.code).toBe('POLICY_DENIED');
  });
});
