import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Caller } from '../support/caller.ts';
import { given, mailedSecret } from '../support/people-of-process.ts';
import { eventually } from '../support/service-process.ts';
import { Canaries } from './canaries.ts';

const NAME = 'Zebulon Quagmire';
export const EMAIL = 'zebulon.quagmire@rooms.example';
/** Their address before they changed it. */
const FORMER = 'zeb.quagmire@mailbox.example';
const PASSWORD = 'correct horse battery';

/** Finds the name and the addresses. The counts of tries have names in UTF-16. */
export const TRACES = new Canaries(
  [NAME, EMAIL, FORMER].flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]),
);

/** Files below a folder that hold the name or an address, in any encoding. Looks again where a file got its name meanwhile. */
export async function filesWithTraces(folder: string, attempts = 10): Promise<readonly string[]> {
  const found: string[] = [];
  try {
    for (const name of await readdir(folder, { recursive: true })) {
      const path = join(folder, name);
      if (!(await stat(path)).isFile()) continue;
      if (TRACES.in(await readFile(path)).length > 0) found.push(name.replace(/[0-9a-f-]{36}/g, 'ID'));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempts === 0) throw error;
    return filesWithTraces(folder, attempts - 1);
  }
  return found.toSorted();
}

/**
 * A person who leaves traces wherever one can: an invitation with a stored answer, another address, a room, a guest, wrong
 * passwords, a link for a forgotten password. Returns their id.
 */
export async function aPersonWithTraces(owner: Caller, data: string): Promise<string> {
  const once = { 'Idempotency-Key': 'once' };
  await given(owner.post('/users/invite', { email: FORMER, role: 'member' }, once));
  const token = await mailedSecret(data, FORMER);
  const visitor = owner.as(undefined);
  const { id, session } = await given(visitor.post('/invitations/accept', { token, name: NAME, password: PASSWORD }));
  const zeb = owner.as(session.token);
  await given(zeb.patch(`/users/${id}`, { email: EMAIL }));
  for (const link of [await mailedSecret(data, EMAIL), await mailedSecret(data, FORMER, token)])
    await given(visitor.post('/email-changes/confirm', { token: link }));
  await eventually('the notice to the former address', async () => {
    const mails = (await readdir(join(data, 'mail'))).map((name) => readFile(join(data, 'mail', name), 'utf8'));
    return (await Promise.all(mails)).some((text) => text.includes('account has changed')) || undefined;
  });
  const room = await given(zeb.post('/rooms', { name: 'Falcon', classification: 'C2' }));
  await given(zeb.post(`/rooms/${room.id}/invitations`, { email: 'guest@elsewhere.example', role: 'viewer' }));
  await mailedSecret(data, 'guest@elsewhere.example');
  for (let tries = 0; tries < 3; tries++)
    // A database under load may not answer in time.
    await eventually('the refusal of a wrong password', async () => {
      const { status } = await visitor.post('/sessions', { email: EMAIL, password: 'x' });
      return status === 401 || undefined;
    });
  expect((await visitor.post('/password-reset', { email: EMAIL })).status).toBeLessThan(300);
  return id;
}
