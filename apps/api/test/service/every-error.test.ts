import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { formatCheckpoint, parseVerifierKey } from '@strongroom/audit-proof';
import { bearerSecret, type Email, ERRORS, instant, type Label, type RequestId } from '@strongroom/domain';
import { BlobRefusal, type DocumentStore, KeyDestroyed, type KeyVault, Unavailable } from '@strongroom/ports';
import { type AnyCode, statusOf, TRANSPORT_ERRORS } from '../../src/http/errors/errors.ts';
import type { Caller } from '../support/caller.ts';
import { aFile, aPerson, aRoom, IV, mailedSecret, type Person, TAG } from '../support/people-in-memory.ts';
import { RawConnection } from '../support/raw-connection.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { anItem, anUploadRequest, confirmationOf, OPENING, SENT } from '../support/upload-requests.ts';
import { firstStep, withProgram, withRequiredProgram } from './second-factors.ts';

/** Status and code of an answer, from the API or the object store. */
type Got = Readonly<{ status: number; headers: ReadonlyMap<string, string>; text: string }>;

const HOUR = 3_600_000;

/** Behaviour of the ports, changed for one request. */
const trouble = {
  later: 0,
  documents: undefined as Error | undefined,
  blobs: undefined as Error | undefined,
  keys: undefined as Error | undefined,
  afterRead: undefined as (() => void) | undefined,
};

let world: World;
let ada: Person;
let bob: Person;
let room: string;
let file: string;

/** The port, with one method failing while there is trouble. */
function failing<P extends object>(port: P, method: keyof P, error: () => Error | undefined): P {
  return new Proxy(port, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]): unknown => {
        const wrong = property === method ? error() : undefined;
        return wrong === undefined ? Reflect.apply(value, target, given) : Promise.reject(wrong);
      };
    },
  });
}

/** The same vault, which wraps nothing at once, as one on another machine. */
const waiting = (keys: KeyVault): KeyVault => ({
  scope: keys.scope,
  createKey: (of) => keys.createKey(of),
  wrapNewDataKey: (...asked) => keys.wrapNewDataKey(...asked),
  destroyKey: (key) => keys.destroyKey(key),
  check: () => keys.check(),
});

beforeAll(async () => {
  world = await startService({
    shareMaxLabel: 'C2' as Label,
    times: { headersTimeout: 200, connectionsCheckingInterval: 50 },
    ports: (memory) => ({
      ...memory,
      clock: { now: () => instant(memory.clock.now() + trouble.later), pause: (time) => memory.clock.pause(time) },
      documents: failing(watching(memory.documents), 'read', () => trouble.documents),
      blobs: failing(
        failing(memory.blobs, 'signDownload', () => trouble.blobs),
        'put',
        () => trouble.blobs,
      ),
      keys: failing(waiting(memory.keys), 'wrapNewDataKey', () => trouble.keys),
    }),
  });
  ada = await aPerson(world, 'member', 'C3');
  bob = await aPerson(world);
  room = await aRoom(ada.caller);
  file = await aFile(ada.caller, room);
});
afterAll(() => world.stop());

function watching(documents: DocumentStore): DocumentStore {
  return new Proxy(documents, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      return async (...given: readonly unknown[]): Promise<unknown> => {
        const found: unknown = await Reflect.apply(value, target, given);
        if (property === 'read' && JSON.stringify(given).includes('idempotency')) trouble.afterRead?.();
        return found;
      };
    },
  });
}

async function during<T>(what: Partial<typeof trouble>, act: () => Promise<T>): Promise<T> {
  const before = { ...trouble };
  Object.assign(trouble, what);
  try {
    return await act();
  } finally {
    Object.assign(trouble, before);
  }
}

async function ask(by: Caller, method: string, path: string, body?: unknown, headers = {}): Promise<Got> {
  const reply = await by.ask(method, path, body, headers);
  return { ...reply, headers: new Map(reply.headers) };
}

async function outside(url: string, init: RequestInit = {}): Promise<Got> {
  const response = await fetch(url, init);
  return { status: response.status, headers: new Map(response.headers), text: await response.text() };
}

/** Bytes on their own connection. */
async function wire(bytes: string): Promise<Got> {
  const connection = await RawConnection.open(Number(new URL(world.url).port));
  connection.send(bytes);
  const { status, headers, text } = await connection.answer();
  connection.close();
  return { status, text, headers: new Map([...headers].map(([name, values]) => [name, values.join(', ')])) };
}

const ANNOUNCED = { name: 'a', size: 5, content_type: 'text/plain' };

async function aPendingFile(): Promise<Readonly<{ id: string; url: string }>> {
  const { data } = (await ada.caller.post(`/rooms/${room}/files/upload-url`, ANNOUNCED)).body;
  return { id: data.file_id, url: data.upload_url };
}

async function aLink(more: object = {}, of = file): Promise<Readonly<{ id: string; path: string }>> {
  const { data } = (await ada.caller.post(`/files/${of}/share`, { expires_in: 60, ...more })).body;
  return { id: data.id, path: `/shares/by-token/${data.token}` };
}

async function aFileOf(label: string): Promise<string> {
  return aFile(ada.caller, await aRoom(ada.caller, label));
}

let invited = 0;

async function anInvitation(): Promise<Readonly<{ email: string; id: string; accept: () => Promise<Got> }>> {
  const email = `invited-${invited++}@example.com`;
  const { id } = (await world.owner.post('/users/invite', { email, role: 'member' })).body.data;
  const token = await mailedSecret(world, email);
  return { email, id, accept: () => ask(world.visitor, 'POST', '/invitations/accept', { token, name: 'Eve' }) };
}

const confirm = (id: string, more: object = {}) =>
  ask(ada.caller, 'POST', `/rooms/${room}/files/${id}/confirm`, { iv: IV, tag: TAG, ...more });

const aDeviceLogin = async () => (await world.visitor.post('/device-logins', { client_name: 'x' })).body.data;
const askWith = (code: string) => ask(world.visitor, 'POST', '/device-logins/token', { device_code: code });

/** A request that provokes exactly this code. */
const CASES: Readonly<Record<AnyCode, () => Promise<Got>>> = {
  VALIDATION_ERROR: () => ask(ada.caller, 'POST', '/rooms', { classification: 'C1' }),
  INVALID_JSON: () => ask(ada.caller, 'POST', '/rooms', '{'),
  INVALID_CLASSIFICATION: () => ask(ada.caller, 'POST', '/rooms', { name: 'x', classification: 'C9' }),
  INVALID_ROLE: () => ask(world.owner, 'POST', '/users/invite', { email: 'x@example.com', role: 'king' }),
  INVALID_SCOPE: () => ask(ada.caller, 'POST', '/tokens', { name: 'x', scopes: ['read:minds'] }),
  INVALID_IV: async () => confirm((await aPendingFile()).id, { iv: 'AAAA' }),
  INVALID_TAG: async () => confirm((await aPendingFile()).id, { tag: 'AAAA' }),
  INVALID_CURSOR: () => ask(ada.caller, 'GET', '/rooms?cursor=abc'),
  BULK_LIMIT_EXCEEDED: () =>
    ask(ada.caller, 'POST', `/rooms/${room}/members/bulk`, { items: Array.from({ length: 101 }, () => ({})) }),
  UNAUTHENTICATED: () => ask(world.visitor, 'GET', '/rooms'),
  TOKEN_INVALID: () => ask(world.visitor.as('srt_x'), 'GET', '/rooms'),
  TOKEN_EXPIRED: async () => {
    const { token } = (await ada.caller.post('/tokens', { name: 'x', expires_in: 1 })).body.data;
    return during({ later: 2000 }, () => ask(world.visitor.as(token), 'GET', '/rooms'));
  },
  INVALID_CREDENTIALS: () => ask(world.visitor, 'POST', '/sessions', { email: ada.email, password: 'wrong' }),
  INSUFFICIENT_SCOPE: async () => {
    const { token } = (await ada.caller.post('/tokens', { name: 'x', scopes: ['read:files'] })).body.data;
    return ask(world.visitor.as(token), 'GET', '/rooms');
  },
  INSUFFICIENT_ROLE: () => ask(ada.caller, 'POST', '/users/invite', { email: 'x@example.com', role: 'member' }),
  INSUFFICIENT_ROOM_ROLE: () => ask(world.owner, 'GET', `/rooms/${room}/files`),
  CLEARANCE_INSUFFICIENT: () => ask(bob.caller, 'POST', '/rooms', { name: 'x', classification: 'C3' }),
  SESSION_TOO_OLD: () => during({ later: HOUR }, () => ask(ada.session, 'POST', '/me/key-person', { link: 'a.b.c' })),
  LAST_SIGN_IN: async () => {
    const email = 'linked@example.com';
    await world.owner.post('/users/invite', { email, role: 'member' });
    const begun = await world.app.sessions.startByProvider(
      { request: { id: 'x' as RequestId, ip: '192.0.2.1' } },
      {
        prove: async () => ({ iss: 'https://id.example', subject: 'linked', sub: 'linked' }),
        agreed: email as Email,
        link: { invitation: await mailedSecret(world, email) },
        inCookie: false,
      },
    );
    if ('asks' in begun) throw new TypeError('no session');
    return ask(world.visitor.as(begun.secret), 'DELETE', '/me/identity');
  },
  SECOND_FACTOR_REQUIRED: async () => ask(world.visitor, 'POST', ...firstStep((await withProgram(world)).email)),
  SECOND_FACTOR_INVALID: async () => {
    const { session } = await withProgram(world);
    return ask(session, 'POST', '/me/second-factor/check', { code: '000000' });
  },
  SECOND_FACTOR_TOO_OLD: async () => {
    const { session } = await withProgram(world);
    return during({ later: HOUR }, () => ask(session, 'POST', '/tokens', { name: 'x' }));
  },
  LAST_SECOND_FACTOR: async () => {
    const other = await startService({ secondFactor: 'required' });
    const { session, factorId } = await withRequiredProgram(other);
    const answer = await ask(session, 'DELETE', `/me/second-factor/${factorId}`);
    await other.stop();
    return answer;
  },
  SECOND_FACTOR_NOT_FOUND: () => ask(ada.session, 'POST', '/me/second-factor/check', { code: '000000' }),
  KEY_PERSON_LINKED: async () => {
    const linked = async (link: string) => ({ user: owner, person: { iss: 'https://keys.example', id: link } });
    const keyService = { url: 'https://keys.example', issuer: () => '', hint: async () => null, linked };
    const other = await startService({ keyService: { ...keyService, proof: () => 'device' } });
    const { id: owner, session } = await aPerson(other);
    await session.post('/me/key-person', { link: 'of-one' });
    const answer = await ask(session, 'POST', '/me/key-person', { link: 'of-another' });
    await other.stop();
    return answer;
  },
  LINK_INVALID: () => ask(ada.session, 'POST', '/me/key-person', { link: 'a.b.c' }),
  SIGN_IN_REFUSED: async () => {
    const identity = { issuer: 'http://127.0.0.1:1', clientSecret: 'x', passwords: false };
    const other = await startService({ identity });
    const answer = await ask(other.visitor, 'POST', '/sessions', { email: 'x@example.com', password: 'x' });
    await other.stop();
    return answer;
  },
  AUTHORIZATION_PENDING: async () => askWith((await aDeviceLogin()).device_code),
  SLOW_DOWN: async () => {
    const { device_code: code } = await aDeviceLogin();
    await askWith(code);
    return askWith(code);
  },
  DEVICE_LOGIN_REFUSED: async () => {
    const { device_code: code, user_code } = await aDeviceLogin();
    await ada.session.post('/device-logins/refuse', { user_code });
    return askWith(code);
  },
  DEVICE_CODE_EXPIRED: () => askWith('srd_x'),
  DEVICE_LOGIN_NOT_FOUND: () => ask(ada.session, 'POST', '/device-logins/find', { user_code: 'WDJB-MJHT' }),
  SHARE_NOT_ALLOWED: async () => ask(ada.caller, 'POST', `/files/${await aFileOf('C3')}/share`, { expires_in: 60 }),
  ROOM_NOT_FOUND: () => ask(bob.caller, 'GET', `/rooms/${room}`),
  GROUP_NOT_FOUND: () => ask(ada.caller, 'DELETE', `/rooms/${room}/groups/x`),
  FOLDER_NOT_FOUND: () => ask(ada.caller, 'GET', `/rooms/${room}/folders/x`),
  NAME_TAKEN: async () => {
    const folders = `/rooms/${await aRoom(ada.caller)}/folders`;
    await ada.caller.post(folders, { path: 'a' });
    const { id } = (await ada.caller.post(folders, { path: 'b' })).body.data;
    return ask(ada.caller, 'PATCH', `${folders}/${id}`, { path: 'A' });
  },
  STRUCTURE_OPEN: async () => {
    const folders = `/rooms/${await aRoom(ada.caller)}/folders`;
    const { id } = (await ada.caller.post(folders, { path: 'a' })).body.data;
    return ask(ada.caller, 'PUT', `${folders}/${id}/access`, { groups: [] });
  },
  STRUCTURE_IN_USE: async () => {
    const owned = await aRoom(ada.caller, 'C1', { structure: 'owners' });
    await ada.caller.post(`/rooms/${owned}/folders`, { path: 'a', access: { groups: [] } });
    return ask(ada.caller, 'PATCH', `/rooms/${owned}`, { structure: 'open' });
  },
  FOLDER_NOT_EMPTY: async () => {
    const folders = `/rooms/${await aRoom(ada.caller)}/folders`;
    await ada.caller.post(folders, { path: 'a/b' });
    const [{ id }] = (await ada.caller.get(folders)).body.data;
    return ask(ada.caller, 'DELETE', `${folders}/${id}`);
  },
  PACKAGE_EMPTY: async () => {
    const own = await aRoom(ada.caller);
    const { id } = (await ada.caller.post(`/rooms/${own}/folders`, { path: 'a' })).body.data;
    return ask(ada.caller, 'POST', `/rooms/${own}/packages`, { expires_in: 60, folder_id: id });
  },
  VERSION_CHANGED: () =>
    ask(ada.caller, 'POST', `/rooms/${room}/packages`, { expires_in: 60, items: [{ file_id: file, version: 2 }] }),
  FILE_NOT_FOUND: () => ask(bob.caller, 'GET', `/files/${file}`),
  VERSION_NOT_FOUND: () => ask(ada.caller, 'GET', `/files/${file}/download-url?version=9`),
  VERSION_IS_CURRENT: () => ask(ada.caller, 'DELETE', `/files/${file}/versions/1`),
  USER_NOT_FOUND: () => ask(ada.caller, 'GET', '/users/x'),
  MEMBER_NOT_FOUND: () => ask(ada.caller, 'DELETE', `/rooms/${room}/members/${bob.id}`),
  ORG_UNIT_NOT_FOUND: () => ask(ada.caller, 'GET', '/org-units/x'),
  SHARE_NOT_FOUND: () => ask(world.visitor, 'GET', '/shares/by-token/x'),
  TOKEN_NOT_FOUND: () => ask(ada.caller, 'DELETE', '/tokens/x'),
  KEY_DESTROYED: () =>
    during({ keys: new KeyDestroyed() }, () => ask(ada.caller, 'POST', `/rooms/${room}/files/upload-url`, ANNOUNCED)),
  INVITATION_NOT_FOUND: () => {
    const token = bearerSecret('invitation', new Uint8Array(32));
    return ask(world.visitor, 'POST', '/invitations/accept', { token, name: 'Eve' });
  },
  EMAIL_CHANGE_NOT_FOUND: () => {
    const token = bearerSecret('invitation', new Uint8Array(32));
    return ask(world.visitor, 'POST', '/email-changes/confirm', { token });
  },
  RECEIPT_NOT_FOUND: () => ask(world.owner, 'GET', '/destruction-receipts/x'),
  RECEIPT_NOT_COMPLETE: async () => {
    await world.app.worker.stop();
    const { receipt_id } = (await ada.caller.delete(`/rooms/${await aRoom(ada.caller)}`)).body.data;
    const answer = await ask(ada.caller, 'GET', `/destruction-receipts/${receipt_id}/proof`);
    world.app.worker.start();
    return answer;
  },
  EVENT_NOT_FOUND: () => ask(world.owner, 'GET', '/audit-events/x/proof'),
  WEBHOOK_NOT_FOUND: () => ask(world.owner, 'DELETE', '/webhooks/11111111-1111-4111-8111-111111111111'),
  TILE_NOT_FOUND: () => ask(world.owner, 'GET', '/audit/tile/0/x999/999'),
  ROUTE_NOT_FOUND: () => ask(ada.caller, 'GET', '/Rooms'),
  METHOD_NOT_ALLOWED: () => ask(ada.caller, 'PUT', '/rooms'),
  REQUEST_TIMEOUT: () => wire('GET /api/v1/me HTTP/1.1\r\nHost: x\r\n'),
  URI_TOO_LONG: () => wire(`GET /api/v1/me?${'x'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
  EXPECTATION_FAILED: () => wire('GET /api/v1/me HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n'),
  HEADERS_TOO_LARGE: () => wire(`GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`),
  BAD_REQUEST: () => wire('GET /api/v1/rooms/%zz HTTP/1.1\r\nHost: x\r\n\r\n'),
  PAYLOAD_TOO_LARGE: () => ask(ada.caller, 'POST', '/rooms', { name: 'x'.repeat(1024 * 1024) }),
  UNSUPPORTED_MEDIA_TYPE: () => ask(ada.caller, 'POST', '/rooms', '{}', { 'Content-Type': 'text/plain' }),
  FILE_TOO_LARGE: () => ask(ada.caller, 'POST', `/rooms/${room}/files/upload-url`, { ...ANNOUNCED, size: 104_857_601 }),
  ROOM_ARCHIVED: async () => {
    const archived = await aRoom(ada.caller);
    await ada.caller.post(`/rooms/${archived}/archive`);
    return ask(ada.caller, 'PATCH', `/rooms/${archived}`, { name: 'x' });
  },
  EXTERNAL_OWNER: () =>
    ask(ada.caller, 'POST', `/rooms/${room}/invitations`, { email: 'bidder@example.net', role: 'owner' }),
  LAST_ROOM_OWNER: () => ask(ada.caller, 'DELETE', `/rooms/${room}/members/${ada.id}`),
  // Only an owner may act on the last owner, so the list of owners is altered.
  LAST_OWNER: async () => {
    const other = await aPerson(world, 'owner');
    const { documents } = world.ports;
    const [stored] = await documents.read([{ collection: 'organisations', id: 'organisation' }]);
    if (stored === undefined) throw new TypeError('there is no organisation');
    const body = { ...(stored.body as object), owners: [other.id] };
    await documents.commit([
      { collection: 'organisations', replace: { ...stored, version: stored.version + 1, body } },
    ]);
    const answer = await ask(world.owner, 'PATCH', `/users/${other.id}/role`, { role: 'member' });
    await documents.commit([{ collection: 'organisations', replace: { ...stored, version: stored.version + 2 } }]);
    return answer;
  },
  CANNOT_DEACTIVATE_SELF: async () => {
    const me = (await world.owner.get('/me')).body.data.id;
    return ask(world.owner, 'POST', `/users/${me}/deactivate`);
  },
  USER_ALREADY_EXISTS: () => ask(world.owner, 'POST', '/users/invite', { email: bob.email, role: 'member' }),
  SESSION_NOT_FOUND: async () => ask(world.owner, 'DELETE', `/me/sessions/${randomUUID()}`),
  USER_IS_EXTERNAL: async () =>
    ask(world.owner, 'POST', '/users/invite', { email: 'guest@example.com', role: 'auditor', external: true }),
  USER_DEACTIVATED: async () => {
    const gone = await aPerson(world);
    await world.owner.post(`/users/${gone.id}/deactivate`);
    return ask(world.owner, 'POST', '/users/invite', { email: gone.email, role: 'member' });
  },
  USER_ERASED: async () => {
    const gone = await aPerson(world);
    await world.owner.post(`/users/${gone.id}/erase`);
    return ask(world.owner, 'POST', `/users/${gone.id}/reactivate`);
  },
  PARTS_NOT_OFFERED: async () =>
    ask(ada.caller, 'POST', `/files/${(await aPendingFile()).id}/upload-parts`, { iv: IV }),
  UPLOAD_NOT_FOUND: async () => confirm((await aPendingFile()).id),
  UPLOAD_SIZE_MISMATCH: async () => {
    const { id, url } = await aPendingFile();
    await outside(url, { method: 'PUT', body: 'more than 5' });
    return confirm(id);
  },
  UPLOAD_NOT_CONFIRMED: async () => ask(ada.caller, 'GET', `/files/${(await aPendingFile()).id}/download-url`),
  FILE_ALREADY_CONFIRMED: () => confirm(file, { iv: 'AAAAAAAAAAAAAAAA' }),
  ORG_UNIT_NOT_EMPTY: async () => {
    const root = (await ada.caller.get('/org-units')).body.data[0].id;
    return ask(world.owner, 'DELETE', `/org-units/${root}`);
  },
  LIMIT_REACHED: async () => {
    let parent: string = (await ada.caller.get('/org-units')).body.data[0].id;
    for (let depth = 2; depth <= 8; depth++)
      parent = (await world.owner.post('/org-units', { name: `${depth}`, parent_id: parent })).body.data.id;
    return ask(world.owner, 'POST', '/org-units', { name: '9', parent_id: parent });
  },
  // A key that is forgotten between its check and the operation.
  IDEMPOTENCY_CONFLICT: async () => {
    const once = () =>
      ask(ada.caller, 'POST', '/rooms', { name: 'x', classification: 'C1' }, { 'Idempotency-Key': 'forgotten' });
    await once();
    let reads = 0;
    const afterRead = () => {
      if (reads++ > 0) trouble.later = 25 * HOUR;
    };
    return during({ afterRead }, once);
  },
  REQUEST_NOT_FOUND: () => ask(ada.caller, 'GET', '/upload-requests/x'),
  ITEM_NOT_FOUND: () => ask(ada.caller, 'POST', `/rooms/${room}/inbox/x/refuse`),
  REQUEST_OPENED: async () => {
    const { id } = await anUploadRequest(ada.caller, room);
    return ask(ada.caller, 'POST', `/upload-requests/${id}/open`, OPENING);
  },
  ITEM_HANDLED: async () => {
    const item = await anItem(world.visitor, await anUploadRequest(ada.caller, room));
    await ada.caller.post(`/rooms/${room}/inbox/${item}/refuse`);
    return ask(ada.caller, 'GET', `/rooms/${room}/inbox/${item}/download-url`);
  },
  INVALID_SEALED_KEY: async () => {
    const { token } = await anUploadRequest(ada.caller, room);
    const body = confirmationOf('another request', 'x');
    return ask(world.visitor, 'POST', `/upload-requests/by-token/${token}/confirm`, body);
  },
  REQUEST_REVOKED: async () => {
    const { id, token } = await anUploadRequest(ada.caller, room);
    await ada.caller.delete(`/upload-requests/${id}`);
    return ask(world.visitor, 'GET', `/upload-requests/by-token/${token}`);
  },
  REQUEST_EXPIRED: async () => {
    const { token } = await anUploadRequest(ada.caller, room, { expires_in: 1 });
    return during({ later: 3000 }, () => ask(world.visitor, 'GET', `/upload-requests/by-token/${token}`));
  },
  REQUEST_FULL: async () => {
    const { token } = await anUploadRequest(ada.caller, room, { max_bytes: 1 });
    return ask(world.visitor, 'POST', `/upload-requests/by-token/${token}/upload-url`, SENT);
  },
  SHARE_EXPIRED: async () => {
    const { path } = await aLink({ expires_in: 1 });
    return during({ later: 3000 }, () => ask(world.visitor, 'GET', path));
  },
  REDEMPTION_ENDED: async () => {
    const { path } = await aLink({ max_downloads: 1 });
    return ask(world.visitor, 'POST', `${path}/resume`, { redemption: 'srr_x' });
  },
  SHARE_EXHAUSTED: async () => {
    const { path } = await aLink({ max_downloads: 1 });
    await world.visitor.post(`${path}/download`);
    return ask(world.visitor, 'POST', `${path}/download`);
  },
  SHARE_ALREADY_USED: async () => {
    const { id, path } = await aLink({ max_downloads: 3 });
    for (let used = 0; used < 2; used += 1) await world.visitor.post(`${path}/download`);
    return ask(ada.caller, 'PATCH', `/shares/${id}`, { max_downloads: 1 });
  },
  SHARE_REVOKED: async () => {
    const { id, path } = await aLink();
    await ada.caller.delete(`/shares/${id}`);
    return ask(world.visitor, 'GET', path);
  },
  INVITATION_EXPIRED: async () => {
    const { accept } = await anInvitation();
    return during({ later: 73 * HOUR }, accept);
  },
  INVITATION_USED: async () => {
    const { accept } = await anInvitation();
    await accept();
    return accept();
  },
  INVITATION_REVOKED: async () => {
    const { accept, email } = await anInvitation();
    await during({ later: HOUR }, () => world.owner.post('/users/invite', { email, role: 'member' }));
    return accept();
  },
  IDEMPOTENCY_MISMATCH: async () => {
    const key = { 'Idempotency-Key': 'two requests' };
    await ada.caller.post('/rooms', { name: 'x', classification: 'C1' }, key);
    return ask(ada.caller, 'POST', '/rooms', { name: 'y', classification: 'C1' }, key);
  },
  RATE_LIMIT_EXCEEDED: async () => {
    const small = await startService({ perMinute: 1 });
    await small.visitor.get('/openapi.json');
    const answer = await ask(small.visitor, 'GET', '/openapi.json');
    await small.stop();
    return answer;
  },
  SERVICE_UNAVAILABLE: () =>
    during({ documents: new Unavailable('documents') }, () => ask(ada.caller, 'GET', `/rooms/${room}`)),
  READ_ONLY: async () => {
    const { auditKeys } = world.ports;
    const [key, noted] = [(await auditKeys?.read())?.[0], await auditKeys?.lastSigned()];
    const { name: origin } = parseVerifierKey(key?.vkey ?? '');
    const text = formatCheckpoint({ origin, size: 1_000_000, root: new Uint8Array(32), extensions: [] });
    await auditKeys?.noteSigned(`${text}\n${await key?.sign(text)}\n`);
    await world.app.checkpointer?.once();
    const answer = await ask(ada.caller, 'POST', '/rooms', { name: 'a', classification: 'C1' });
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(JSON.parse(answer.text).error.message).toMatch(/Its operator has to bring the newest database back/);
    expect((await ask(ada.caller, 'GET', '/rooms')).status).toBe(200);
    await auditKeys?.noteSigned(noted ?? '');
    await world.app.checkpointer?.once();
    return answer;
  },
  KEY_SERVICE_UNAVAILABLE: () =>
    during({ keys: new Unavailable('keys') }, () =>
      ask(ada.caller, 'POST', `/rooms/${room}/files/upload-url`, ANNOUNCED),
    ),
  STORAGE_UNAVAILABLE: () =>
    during({ blobs: new Unavailable('blobs') }, () => ask(ada.caller, 'GET', `/files/${file}/download-url`)),
  INTERNAL_ERROR: () =>
    during({ blobs: new TypeError('a bug that names a secret') }, () =>
      ask(ada.caller, 'GET', `/files/${file}/download-url`),
    ),
  SIGNATURE_INVALID: () => outside(`${world.url}/blobs/x/y?signature=z`),
  URL_EXPIRED: async () => {
    const key = 'rooms/x' as Parameters<World['ports']['blobs']['signDownload']>[0]['key'];
    return outside(await world.ports.blobs.signDownload({ key, expiresAt: instant(Date.now() - HOUR) }));
  },
  OBJECT_NOT_FOUND: async () => {
    const key = 'rooms/x' as Parameters<World['ports']['blobs']['signDownload']>[0]['key'];
    return outside(await world.ports.blobs.signDownload({ key, expiresAt: instant(Date.now() + HOUR) }));
  },
  RANGE_NOT_SATISFIABLE: async () => {
    const { download_url } = (await ada.caller.get(`/files/${file}/download-url`)).body.data;
    return outside(download_url, { headers: { Range: 'bytes=9-' } });
  },
  TOO_MANY_UPLOADS: async () => {
    const { url } = await aPendingFile();
    return during({ blobs: new BlobRefusal('TOO_MANY_UPLOADS') }, () => outside(url, { method: 'PUT', body: 'hello' }));
  },
  STORAGE_FULL: async () => {
    const { url } = await aPendingFile();
    return during({ blobs: new BlobRefusal('STORAGE_FULL') }, () => outside(url, { method: 'PUT', body: 'hello' }));
  },
};

const OUTSIDE: readonly AnyCode[] = [
  'SIGNATURE_INVALID',
  'URL_EXPIRED',
  'OBJECT_NOT_FOUND',
  'RANGE_NOT_SATISFIABLE',
  'TOO_MANY_UPLOADS',
  'STORAGE_FULL',
];

test('every error code has a case, and every case an error code', () => {
  const codes = [...Object.keys(ERRORS), ...Object.keys(TRANSPORT_ERRORS)].toSorted();
  expect(Object.keys(CASES).toSorted()).toEqual(codes);
});

describe('a request can be answered with', () => {
  test.each(Object.entries(CASES))('%s', async (code, act) => {
    const { status, headers, text } = await act();
    const expected = statusOf(code as AnyCode);
    const { error, ...rest }: { error: Record<string, unknown> } = JSON.parse(text);
    const { message, request_id, details, second_factor: step, ...others } = error;
    expect(step === undefined).toBe(code !== 'SECOND_FACTOR_REQUIRED');
    expect({ status, rest, others }).toEqual({ status: expected, rest: {}, others: { code, status: expected } });
    expect(message).toMatch(/^[A-Za-z].*\.$/);
    expect(message).not.toContain('secret');
    expect(request_id).toBe(headers.get('x-request-id'));
    expect(details === undefined).toBe(code !== 'VALIDATION_ERROR');
    for (const detail of (details ?? []) as readonly object[])
      expect(detail).toEqual({ field: 'name', rule: expect.any(String), message: expect.any(String) });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const isLater = expected === 503 || expected === 429;
    expect(headers.get('retry-after') ?? '').toMatch(isLater ? /^[1-9]\d*$/ : /^$/);
    expect(headers.get('www-authenticate')).toBe(expected === 401 ? 'Bearer' : undefined);
    expect(headers.has('allow')).toBe(expected === 405);
    expect(headers.has('x-ratelimit-remaining')).toBe(!OUTSIDE.includes(code as AnyCode));
  });
});
