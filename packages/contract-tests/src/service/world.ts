import { expect } from '@jest/globals';
import { type Answer, type Data, dataOf } from './answer.ts';
import { Caller } from './caller.ts';
import type { ServiceHarness } from './harness.ts';
import { ServiceCoverage } from './seen.ts';

export type Person = Readonly<{ id: string; email: string; caller: Caller; session: Caller }>;

/** IV of 12 bytes and tag of 16 bytes, in base64. */
export const IV = 'AAECAwQFBgcICQoL';
export const TAG = 'AAECAwQFBgcICQoLDA0ODw==';
export const CONTENT = 'hello';
/** A well-formed id of no object. */
export const ABSENT_ID = '00000000-0000-4000-8000-000000000000';
export const ANNOUNCED_FILE = { name: 'a.txt', size: CONTENT.length, content_type: 'text/plain' };

/** A service under test, with its callers and builders of test data. */
export class World {
  readonly harness: ServiceHarness;
  readonly seen = new ServiceCoverage();
  /** A caller without a credential. */
  readonly visitor: Caller;
  /** The first owner, with their API token. */
  readonly owner: Caller;
  #made = 0;

  constructor(harness: ServiceHarness) {
    this.harness = harness;
    this.visitor = new Caller(harness.baseUrl, undefined, this.seen);
    this.owner = this.visitor.as(harness.ownerToken);
  }

  end(): Promise<void> {
    return this.harness.end();
  }

  email(): string {
    this.#made++;
    return `person-${this.#made}@rooms.example`;
  }

  /** Secret of the newest activation link mailed to an address; waits until it differs from `earlier`. */
  async mailedSecret(email: string, earlier = ''): Promise<string> {
    for (;;) {
      const secret = /^sri_[0-9A-Za-z]+$/m.exec(await this.harness.mailTo(email))?.[0];
      if (secret !== undefined && secret !== earlier) return secret;
    }
  }

  /** An invited user who has accepted and created an API token. */
  async person(role = 'member', clearance?: string): Promise<Person> {
    const email = this.email();
    await dataOf(this.owner.post('/users/invite', { email, role }), 201);
    const token = await this.mailedSecret(email);
    const { id, session } = await dataOf(this.visitor.post('/invitations/accept', { token, name: 'A Person' }), 200);
    const signedIn = this.visitor.as(session.token);
    const made = await dataOf(signedIn.post('/tokens', { name: 'a token' }), 201);
    if (clearance !== undefined)
      await dataOf(this.owner.patch(`/users/${id}/clearance`, { clearance_level: clearance }), 200);
    return { id, email, session: signedIn, caller: this.visitor.as(made.token) };
  }

  /** The same user with a token limited to scopes. */
  async limited(of: Caller, ...scopes: readonly string[]): Promise<Caller> {
    return this.visitor.as((await dataOf(of.post('/tokens', { name: 'limited', scopes }), 201)).token);
  }
}

export const aRoom = (by: Caller, classification = 'C1', more: object = {}): Promise<Data> =>
  dataOf(by.post('/rooms', { name: 'A room', classification, ...more }), 201);

/** Adds a member to a room. */
export const addMember = (by: Caller, room: { id: string }, person: { id: string }, role: string): Promise<Data> =>
  dataOf(by.post(`/rooms/${room.id}/members`, { user_id: person.id, role }));

/** An announced, unconfirmed upload. */
export const anUpload = (by: Caller, room: { id: string }, more: object = {}): Promise<Data> =>
  dataOf(by.post(`/rooms/${room.id}/files/upload-url`, { ...ANNOUNCED_FILE, ...more }), 200);

/** A confirmed file of five bytes. */
export async function aFile(by: Caller, room: { id: string }, more: object = {}): Promise<Data> {
  const { file_id, upload_url } = await anUpload(by, room, more);
  const put = await by.object('PUT', upload_url, CONTENT);
  if (put.status !== 200) throw new Error(`the PUT was answered ${put.status}`);
  return dataOf(by.post(`/rooms/${room.id}/files/${file_id}/confirm`, { iv: IV, tag: TAG }), 200);
}

/** Uploads another version of a file; the answer is that of the confirmation. */
export async function replaceFile(by: Caller, room: { id: string }, file: { id: string }, more: object = {}) {
  const { file_id, upload_url } = await anUpload(by, room, { replaces: file.id, ...more });
  await by.object('PUT', upload_url, CONTENT);
  return by.post(`/rooms/${room.id}/files/${file_id}/confirm`, { iv: IV, tag: TAG });
}

export const aLink = (by: Caller, file: { id: string }, more: object = {}): Promise<Data> =>
  dataOf(by.post(`/files/${file.id}/share`, { expires_in: 3600, ...more }), 201);

/** Repeats a call until its result matches; the time limit of the test runner is the bound. */
export async function waitUntil<T>(ask: () => Promise<T>, isIt: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await ask();
    if (isIt(found)) return found;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

/** Time after the expiry of a credential at which the test gives up. */
const GRACE_MS = 5000;

/** Repeats a call with a credential made after `before` for one second until it is refused; returns the refusal. */
export async function waitUntilExpired(ask: () => Promise<Answer>, before: number, expiresAt: string): Promise<Answer> {
  const end = Date.parse(expiresAt);
  expect(end).toBeGreaterThanOrEqual(before + 1000);
  expect(end).toBeLessThanOrEqual(Date.now() + 2000);
  const late = await waitUntil(ask, ({ status }) => status !== 200 || Date.now() > end + GRACE_MS);
  expect(Date.now()).toBeGreaterThanOrEqual(end);
  return late;
}

/** Waits for the next second of the clock, because timestamps have no fractions. */
export async function waitForNextSecond(): Promise<void> {
  const now = Date.now();
  await waitUntil(
    async () => Math.floor(Date.now() / 1000),
    (second) => second > Math.floor(now / 1000),
  );
}
