import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { bearerSecret, isBearerSecret } from '@strongroom/domain';
import type { Log } from '@strongroom/ports';
import { readSettings, type Settings } from '../../src/config/settings.ts';
import { openService } from '../../src/container/open-service.ts';
import type { RunningService } from '../../src/container/running-service.ts';

let folder: string;
let service: RunningService | undefined;
let lines: { message: string; fields: Readonly<Record<string, unknown>> }[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-api-'));
  lines = [];
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  await rm(folder, { recursive: true });
});

function settings(more: Readonly<Record<string, string>> = {}): Settings {
  const read = readSettings({ PORT: '0', STRONGROOM_DATA_DIR: folder, ...more });
  if ('problems' in read) throw new Error(read.problems.join());
  return read.settings;
}

const write = (message: string, fields = {}): void => {
  lines.push({ message, fields });
};
const log: Log = { info: write, warn: write, error: write };

const open = async (more?: Readonly<Record<string, string>>): Promise<RunningService> => {
  service = await openService(settings(more), log);
  return service;
};
const ownerToken = async (): Promise<string> => (await readFile(join(folder, 'owner.token'), 'utf8')).trim();
const me = async (url: string, token: string): Promise<Response> =>
  fetch(`${url}/api/v1/me`, { headers: { Authorization: `Bearer ${token}` } });

describe.each(['sqlite', 'memory'])('with documents in %s', (documents) => {
  const KIND = { STRONGROOM_DOCUMENTS: documents, STRONGROOM_BLOBS: documents === 'sqlite' ? 'files' : 'memory' };

  test('the first log line names the address, and the service is ready', async () => {
    const { url } = await open(KIND);
    expect(lines[0]).toMatchObject({ message: 'listening', fields: { url, public_url: url } });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test('the first owner signs in with the token file that only they can read', async () => {
    const { url, madeToken } = await open(KIND);
    const token = await ownerToken();
    expect(isBearerSecret('apiToken', token)).toBe(true);
    expect(madeToken).toEqual({ token, file: join(folder, 'owner.token') });
    expect((await stat(join(folder, 'owner.token'))).mode & 0o777).toBe(0o600);
    expect((await me(url, token)).status).toBe(200);
  });

  test('a file is uploaded and downloaded', async () => {
    const { url } = await open(KIND);
    const token = await ownerToken();
    const call = async (method: string, path: string, body?: object): Promise<Record<string, string>> => {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const { data, error } = (await answer.json()) as { data: Record<string, string>; error: unknown };
      expect(error).toBeUndefined();
      return data;
    };
    const room = await call('POST', '/rooms', { name: 'Falcon', classification: 'C2' });
    const ciphertext = new Uint8Array(100_000).fill(9);
    const upload = await call('POST', `/rooms/${room.id}/files/upload-url`, {
      name: 'a.pdf',
      size: ciphertext.length,
      content_type: 'application/pdf',
      classification: 'C2',
    });
    expect(upload.upload_url?.startsWith(`${url}/blobs/`)).toBe(true);
    expect((await fetch(upload.upload_url ?? '', { method: 'PUT', body: ciphertext })).status).toBe(200);
    const sealed = { iv: 'AAECAwQFBgcICQoL', tag: 'AAECAwQFBgcICQoLDA0ODw==' };
    await call('POST', `/rooms/${room.id}/files/${upload.file_id}/confirm`, sealed);
    const download = await call('GET', `/files/${upload.file_id}/download-url`);
    expect(download).toMatchObject(sealed);
    const got = await fetch(download.download_url ?? '');
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(ciphertext);
  });
});

test('a restart keeps the store and makes no second token', async () => {
  const first = await open();
  const token = await ownerToken();
  await first.stop();
  const second = await open();
  expect(second.madeToken).toBeUndefined();
  expect(await ownerToken()).toBe(token);
  expect((await me(second.url, token)).status).toBe(200);
});

test('two services that start at once on an empty store accept the same token', async () => {
  const [one, two] = await Promise.all([openService(settings(), log), openService(settings(), log)]);
  service = one;
  try {
    const token = await ownerToken();
    expect((await me(one.url, token)).status).toBe(200);
    expect((await me(two.url, token)).status).toBe(200);
  } finally {
    await two.stop();
  }
});

test('a configured token is the owner’s and is written nowhere', async () => {
  const token = bearerSecret('apiToken', new Uint8Array(32).fill(3));
  const { url, madeToken } = await open({ STRONGROOM_OWNER_TOKEN: token });
  expect((await me(url, token)).status).toBe(200);
  expect(madeToken).toBeUndefined();
  expect(await readdir(folder)).not.toContain('owner.token');
});

test('a file for the token that holds something else stops the start', async () => {
  await writeFile(join(folder, 'owner.token'), 'nonsense');
  await expect(openService(settings(), log)).rejects.toThrow(/owner\.token does not hold an API token/);
});

test('labels that change their order stop the start once they are used', async () => {
  const { url, stop } = await open().then((opened) => ({ url: opened.url, stop: () => opened.stop() }));
  const made = await fetch(`${url}/api/v1/rooms`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await ownerToken()}`, 'Content-Type': 'application/json' },
    body: '{"name":"Falcon","classification":"C2"}',
  });
  expect(made.status).toBe(201);
  await stop();
  service = undefined;
  const turned = settings({ STRONGROOM_LABELS: 'C4:a,C3:b,C2:c,C1:d' });
  await expect(openService(turned, log)).rejects.toThrow(/is not the order this store was used with/);
});

test('a port in use stops the start and leaves nothing open', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(openService(settings({ PORT: `${port}` }), log)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  taken.close();
  await open();
});

test('metrics count requests by route, method and status on a port of their own', async () => {
  const { url } = await open({ STRONGROOM_METRICS_PORT: '0' });
  await me(url, 'nobody');
  await fetch(`${url}/api/v1/rooms/secret-looking-path`, { method: 'PUT' });
  const { port } = lines.find(({ message }) => message === 'metrics')?.fields ?? {};
  const answer = await fetch(`http://127.0.0.1:${String(port)}/metrics`);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(text).toContain('strongroom_http_requests_total{route="/api/v1/me",method="GET",status="401"} 1');
  expect(text).toContain('strongroom_http_requests_total{route="/api/v1/rooms/:id",method="PUT",status="405"} 1');
  expect(text).toContain('strongroom_http_request_duration_seconds_count{route="/api/v1/me",method="GET"} 1');
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).toContain('nodejs_eventloop_lag');
  expect(text).not.toContain('secret-looking-path');
  expect((await fetch(`http://127.0.0.1:${String(port)}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
});

test('metrics listen on their own host, whatever the host of the API is', async () => {
  const { url } = await open({ HOST: '127.0.0.2', STRONGROOM_METRICS_PORT: '0' });
  const { port } = lines.findLast(({ message }) => message === 'metrics')?.fields ?? {};
  expect((await fetch(`http://127.0.0.1:${String(port)}/metrics`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.2:${String(port)}/metrics`)).rejects.toThrow('fetch failed');
  expect(new URL(url).hostname).toBe('127.0.0.2');
});

test('metrics listen on the host that is set for them', async () => {
  await open({ STRONGROOM_METRICS_HOST: '127.0.0.2', STRONGROOM_METRICS_PORT: '0' });
  const other = lines.findLast(({ message }) => message === 'metrics')?.fields ?? {};
  expect((await fetch(`http://127.0.0.2:${String(other.port)}/metrics`)).status).toBe(200);
});

test('the document of the interface offers the configured labels in requests', async () => {
  const { url } = await open({
    STRONGROOM_LABELS: 'green:open,amber:limited,red:secret',
    STRONGROOM_ROLE_CLEARANCES:
      'owner=red,domain_admin=red,security_officer=red,department_admin=amber,auditor=amber,member=green',
  });
  const document = JSON.parse(await (await fetch(`${url}/api/v1/openapi.json`)).text());
  const { CreateRoomBody, RequestUploadBody, ClearanceBody, Room } = document.components.schemas;
  const labels = ['green', 'amber', 'red'];
  expect(CreateRoomBody.properties.classification).toMatchObject({ type: 'string', enum: labels });
  expect(RequestUploadBody.properties.classification.enum).toEqual(labels);
  expect(ClearanceBody.properties.clearance_level.enum).toEqual([...labels, '']);
  expect(Room.properties.classification.enum).toBeUndefined();

  const { example } = document.paths['/rooms'].post.requestBody.content['application/json'];
  const headers = { Authorization: `Bearer ${await ownerToken()}`, 'Content-Type': 'application/json' };
  const create = async (classification: string): Promise<number> => {
    const body = JSON.stringify({ name: example.name, classification });
    return (await fetch(`${url}/api/v1/rooms`, { method: 'POST', headers, body })).status;
  };
  expect(await Promise.all([example.classification, ...labels, 'C3'].map(create))).toEqual([201, 201, 201, 201, 400]);
  const set = document.paths['/users/{id}/clearance'].patch.requestBody.content['application/json'].example;
  expect([...labels, '']).toContain(set.clearance_level);
});

test('the document of the interface is public and not enveloped', async () => {
  const { url } = await open();
  const answer = await fetch(`${url}/api/v1/openapi.json`);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await answer.json()).toMatchObject({ openapi: '3.1.0', paths: { '/rooms': {} } });
});
