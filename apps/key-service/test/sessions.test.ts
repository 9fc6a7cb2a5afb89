import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '@strongroom/adapter-local';
import type { DocumentStore } from '@strongroom/ports';
import { lineLog } from '../src/container/line-log.ts';
import { type KeyServiceStore, openStore } from '../src/container/store.ts';
import { PersonSessions } from '../src/people/sessions.ts';
import { clientKeyOf } from '../src/tokens/client-key.ts';
import { aClient } from './setting.ts';

let folder: string;
let store: KeyServiceStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-sessions-'));
  store = await openStore(
    { dataDir: folder, url: 'http://127.0.0.1:1', keysPerHour: 30_000 },
    lineLog(() => undefined),
  );
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const sessionsOver = (documents: DocumentStore): PersonSessions =>
  new PersonSessions({ documents, clock: systemClock, record: store.record, proofs: { make: () => 'proof' } });

/** Sessions whose first look at the store is followed by other work, before they go on. */
const interrupted = (work: () => Promise<unknown>): PersonSessions => {
  let isFirst = true;
  const { documents } = store;
  const read: DocumentStore['read'] = async (refs) => {
    const found = await documents.read(refs);
    if (isFirst) {
      isFirst = false;
      await work();
    }
    return found;
  };
  return sessionsOver(
    new Proxy(documents, {
      get: (target, name) => {
        if (name === 'read') return read;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
  );
};

async function signedIn(sessions: PersonSessions): Promise<string> {
  const client = clientKeyOf(aClient().jwk);
  if (client === undefined) throw new Error('the key of a client cannot be read');
  const identity = { person: { iss: 'https://id.example', id: 'ada' }, authTime: null, acr: null, amr: [] };
  return (await sessions.begin(identity, client)).next;
}

const recorded = async (type: string): Promise<number> =>
  (await store.documents.audit.list({ labels: [''] }, { limit: 100 })).filter((event) => event.type === type).length;

test('a sign-out during a renewal ends the sign-in', async () => {
  const sessions = sessionsOver(store.documents);
  const next = await signedIn(sessions);
  let renewed = '';
  await interrupted(async () => {
    renewed = (await sessions.renew(next)).next;
  }).end(next);
  await expect(sessions.renew(renewed)).rejects.toMatchObject({ rule: 'session-unknown' });
  expect(await recorded('key.person_signed_out')).toBe(1);
});

test('a spent secret beside a renewal ends the sign-in, and is recorded', async () => {
  const sessions = sessionsOver(store.documents);
  const spent = await signedIn(sessions);
  const { next } = await sessions.renew(spent);
  let renewed = '';
  const misused = interrupted(async () => {
    renewed = (await sessions.renew(next)).next;
  }).renew(spent);
  await expect(misused).rejects.toMatchObject({ rule: 'session-misused' });
  await expect(sessions.renew(renewed)).rejects.toMatchObject({ rule: 'session-unknown' });
  expect(await recorded('key.sign_in_ended')).toBe(1);
});

test('a sign-out beside another one resolves, and is recorded once', async () => {
  const sessions = sessionsOver(store.documents);
  const next = await signedIn(sessions);
  await interrupted(() => sessions.end(next)).end(next);
  expect(await recorded('key.person_signed_out')).toBe(1);
});
