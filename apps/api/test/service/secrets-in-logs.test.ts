import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Level, LineLog } from '@strongroom/adapter-local';
import { type Log, Unavailable } from '@strongroom/ports';
import type { Caller, Reply } from '../support/caller.ts';
import { aPerson, IV, mailedSecret, TAG } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { OPERATIONS, paramsOf, requestOf } from './operations.ts';

const PASSWORD = 'swordfish and chips';
const NAMES = [
  'Quarterly-Figures.xlsx',
  'The Merger',
  'What it is about',
  'Folder-of-Ada',
  'Unit-of-Ada',
  'Key-of-Ada',
];
const [FILE_NAME = '', ROOM_NAME = '', DESCRIPTION = '', FOLDER = '', UNIT_NAME = '', TOKEN_NAME = ''] = NAMES;

/** Everything that is logged, both as passed to the log and as written. */
const logged: string[] = [];
const written: string[] = [];
const lines = new LineLog({ level: 'debug', pretty: false, write: (text) => written.push(text), now: Date.now });

const capturing =
  (level: Level): Log['info'] =>
  (message, fields) => {
    logged.push(JSON.stringify({ level, message, ...fields }));
    lines[level](message, fields);
  };

/** Secrets that answers contained. */
const secrets = new Set<string>([PASSWORD, IV, TAG, ...NAMES]);
const SECRET_FIELDS = /"(?:token|redemption|wrapped_dek|iv|tag|email|url|upload_url|download_url)":"([^"]+)"/g;

let world: World;
let trouble: unknown;

const PLANTED = 'hunter2 at bank.example';

/** An error of an adapter from outside that holds a secret in every text of it. */
function leaky(depth = 0): Error {
  const error = new Error(`postgres://rooms:${PLANTED}`, depth < 2 ? { cause: leaky(depth + 1) } : undefined);
  error.name = `Error ${PLANTED}`;
  error.stack = `${error.name}: ${PLANTED}\n    at ${PLANTED}\n    at ${PLANTED} (${PLANTED}:1:1)\n${error.stack ?? ''}`;
  return Object.assign(error, { code: PLANTED, detail: PLANTED });
}

/** A foreign error with the name `Unavailable`. */
const pretender = (): Error => Object.assign(leaky(), { name: 'Unavailable', dependency: PLANTED });

/** Sends a request and keeps the secrets in its answer. */
const REDEEMING = 'POST /shares/by-token/:token/download';

async function ask(by: Caller, method: string, path: string, body?: object): Promise<Reply> {
  const reply = await by.ask(method, path, body, method === 'POST' ? { 'Idempotency-Key': crypto.randomUUID() } : {});
  if (path !== '/openapi.json') for (const [, secret = ''] of reply.text.matchAll(SECRET_FIELDS)) keep(secret);
  return reply;
}

function keep(secret: string): void {
  const query = secret.startsWith('http') ? new URL(secret).search : '';
  if (!secret.startsWith('http')) secrets.add(secret);
  for (const [, value] of new URLSearchParams(query)) if (value.length > 12) secrets.add(value);
}

beforeAll(async () => {
  world = await startService({
    log: { info: capturing('info'), warn: capturing('warn'), error: capturing('error'), debug: capturing('debug') },
    ports: (memory) => ({
      ...memory,
      blobs: new Proxy(memory.blobs, {
        get: (target, property) => {
          const value: unknown = Reflect.get(target, property, target);
          if (typeof value !== 'function') return value;
          return (...given: readonly unknown[]): unknown =>
            property.toString().startsWith('sign') && trouble !== undefined
              ? Promise.reject(trouble)
              : Reflect.apply(value, target, given);
        },
      }),
    }),
  });
});
afterAll(() => world.stop());

test('no log line holds a secret, a key, a signed address, a name or an e-mail', async () => {
  const { owner, visitor } = world;
  const ada = await aPerson(world);
  const bob = await aPerson(world);
  for (const { email } of [ada, bob]) secrets.add(email);
  const at = async (method: string, path: string, body?: object, by = ada.caller) =>
    (await ask(by, method, path, body)).body?.data;

  const room = (await at('POST', '/rooms', { name: ROOM_NAME, description: DESCRIPTION, classification: 'C1' })).id;
  const announced = { name: FILE_NAME, folder: FOLDER, size: 5, content_type: 'text/plain' };
  const upload = await at('POST', `/rooms/${room}/files/upload-url`, announced);
  await fetch(upload.upload_url, { method: 'PUT', body: 'hello' });
  await at('POST', `/rooms/${room}/files/${upload.file_id}/confirm`, { iv: IV, tag: TAG });
  const download = await at('GET', `/files/${upload.file_id}/download-url`);
  await (await fetch(download.download_url)).text();
  await (await fetch(`${download.download_url}x`)).text();
  const link = await at('POST', `/files/${upload.file_id}/share`, { expires_in: 3600 });
  await at('POST', '/me/password', { new_password: PASSWORD }, ada.session);
  await at('POST', '/sessions', { email: ada.email, password: PASSWORD }, visitor);
  await at('POST', '/sessions', { email: ada.email, password: `not ${PASSWORD}` }, visitor);
  const token = await at('POST', '/tokens', { name: TOKEN_NAME }, ada.session);
  const unit = (await at('POST', '/org-units', { name: UNIT_NAME }, owner)).id;
  const invitation = { email: 'merger-partner@example.com', role: 'member' };
  secrets.add(invitation.email);
  await at('POST', '/users/invite', invitation, owner);
  const invited = await mailedSecret(world, invitation.email);
  secrets.add(invited);

  // Every operation, for permitted and refused callers, with secrets and names in every field that takes a text.
  const names = { name: ROOM_NAME, description: DESCRIPTION, email: bob.email, token: invited, password: PASSWORD };
  const path = { id: room, room_id: room, file_id: upload.file_id, user_id: bob.id, token: link.token };
  const places = [path, { ...path, id: bob.id }, { ...path, id: unit }, { ...path, id: token.token }];
  const callers = [bob.caller, visitor, visitor.as(`${token.token}x`), owner];
  const last = [...OPERATIONS.keys()].toSorted(
    (a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')),
  );
  for (const operation of last)
    for (const by of callers)
      for (const ids of paramsOf(operation).length === 0 ? [path] : places) {
        const [method, to] = requestOf(operation, ids);
        // Redeeming takes a body too, and answers with an address and a key only to one of its own form.
        const takesNames = OPERATIONS.get(operation)?.body !== undefined && operation !== REDEEMING;
        const body = takesNames ? names : undefined;
        await ask(by, method, `${to}?email=${encodeURIComponent(bob.email)}`, body);
        await ask(by, method, to, body);
      }

  // An adapter from outside may put anything into its errors.
  const secretRoom = await at('POST', '/rooms', { name: ROOM_NAME, classification: 'C1' });
  secrets.add(PLANTED);
  const cause = leaky();
  for (const error of [new Unavailable('blobs', { cause }), new TypeError('a bug'), leaky(), pretender(), PLANTED]) {
    trouble = error;
    const { status } = await ask(ada.caller, 'POST', `/rooms/${secretRoom.id}/files/upload-url`, announced);
    expect(status).toBeGreaterThanOrEqual(500);
    await ask(visitor, 'POST', `/shares/by-token/${link.token}/download`);
  }
  trouble = undefined;
  await world.app.worker.stop();
  lines.flush();

  const routes = new Set(logged.flatMap((line) => /"route":"\/api\/v1([^"]+)"/.exec(line)?.[1] ?? []));
  expect([...routes].toSorted()).toEqual([...new Set([...OPERATIONS.values()].map((route) => route.path))].toSorted());
  expect(secrets.size).toBeGreaterThan(30);
  const texts = [...logged, ...written.flatMap((text) => text.split('\n'))];
  const form = /sr[tsildr]_\w{10}|signature=|@example\.com|\?/;
  const answered = [...secrets];
  expect(texts.filter((text) => form.test(text) || answered.some((secret) => text.includes(secret)))).toEqual([]);
  expect(logged.length).toBeGreaterThan(400);
});
