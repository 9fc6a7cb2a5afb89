import { setImmediate as turn } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { OrgRole } from '@strongroom/domain';
import type { Caller } from './caller.ts';

export type Person = Readonly<{ id: string; email: string; caller: Caller; session: Caller }>;

/** A service whose people are made over its API, and whose mails can be read. */
export type Populated = Readonly<{
  owner: Caller;
  visitor: Caller;
  ports: Readonly<{ mailer: Readonly<{ sent: readonly Readonly<{ to: string; text: string }>[] }> }>;
  app: Readonly<{ worker: Readonly<{ runDue: () => Promise<number> }> }>;
}>;

const MAIL_TIMEOUT_MS = 60_000;

let made = 0;

/** The secret of the last activation link that was mailed to an address. */
export async function mailedSecret(world: Populated, email: string): Promise<string> {
  for (const until = Date.now() + MAIL_TIMEOUT_MS; Date.now() < until; await turn()) {
    // The worker runs too, and may be sending it at this moment.
    while ((await world.app.worker.runDue()) > 0);
    const message = world.ports.mailer.sent.findLast(({ to }) => to === email);
    const secret = /^sri_\w+$/m.exec(message?.text ?? '')?.[0];
    if (secret !== undefined) return secret;
  }
  throw new TypeError(`nothing was mailed to ${email}`);
}

/** A user who was invited, accepted, and made an API token, all over the API. */
export async function aPerson(world: Populated, role: OrgRole = 'member', clearance?: string): Promise<Person> {
  const email = `person-${made++}@example.com`;
  const invited = await world.owner.post('/users/invite', { email, role });
  expect(invited.status).toBe(201);
  const accepted = await world.visitor.post('/invitations/accept', {
    token: await mailedSecret(world, email),
    name: `Person ${made}`,
  });
  expect(accepted.status).toBe(200);
  const session = world.visitor.as(accepted.body.data.session.token);
  const token = await session.post('/tokens', { name: 'test' });
  expect(token.status).toBe(201);
  const id = accepted.body.data.id;
  if (clearance !== undefined)
    expect((await world.owner.patch(`/users/${id}/clearance`, { clearance_level: clearance })).status).toBe(200);
  return { id, email, session, caller: world.visitor.as(token.body.data.token) };
}

/** Creates a room owned by that user. */
export async function aRoom(person: Caller, classification = 'C1', more: object = {}): Promise<string> {
  const answer = await person.post('/rooms', { name: 'A room', classification, ...more });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

export const IV = 'AAECAwQFBgcICQoL';
export const TAG = 'AAECAwQFBgcICQoLDA0ODw==';

/** A confirmed file of 5 bytes. */
export async function aFile(person: Caller, roomId: string, more: object = {}): Promise<string> {
  const announced = await person.post(`/rooms/${roomId}/files/upload-url`, {
    name: 'a.txt',
    size: 5,
    content_type: 'text/plain',
    ...more,
  });
  expect(announced.status).toBe(200);
  const put = await fetch(announced.body.data.upload_url, { method: 'PUT', body: 'hello' });
  expect(put.status).toBe(200);
  const fileId = announced.body.data.file_id;
  expect((await person.post(`/rooms/${roomId}/files/${fileId}/confirm`, { iv: IV, tag: TAG })).status).toBe(200);
  return fileId;
}
