import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller, Reply } from './caller.ts';
import { eventually } from './service-process.ts';

/** Untyped on purpose, like the body it comes from. */
type Given = Reply['body'];

/** The data of a call that must succeed. */
export async function given(reply: Promise<Reply>): Promise<Given> {
  const { status, text, body } = await reply;
  if (status >= 300) throw new Error(`answered ${status}: ${text}`);
  return body.data;
}

let emails = 0;
export const anEmail = (): string => `person-${process.pid}-${++emails}@rooms.example`;

export type Person = Readonly<{ id: string; email: string; session: string; token: string }>;

/** The secret of the last invitation to an address, as it was mailed. */
export function mailedSecret(data: string, email: string, earlier = ''): Promise<string> {
  const folder = join(data, 'mail');
  return eventually('the mail', async () => {
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.eml')) continue;
      const text = await readFile(join(folder, name), 'utf8').catch(() => '');
      const secret = /^sri_[0-9A-Za-z]+\r$/m.exec(text)?.[0].trim();
      if (text.includes(`To: ${email}\r\n`) && secret !== undefined && secret !== earlier) return secret;
    }
    return undefined;
  });
}

/** A user who was invited, accepted, and made an API token. */
export async function aPerson(owner: Caller, data: string, role = 'member'): Promise<Person> {
  const email = anEmail();
  await given(owner.post('/users/invite', { email, role }));
  const token = await mailedSecret(data, email);
  const user = await given(owner.as(undefined).post('/invitations/accept', { token, name: 'A Person' }));
  const session: string = user.session.token;
  const made = await given(owner.as(session).post('/tokens', { name: 'a token' }));
  return { id: user.id, email, session, token: made.token };
}

export const aRoom = (by: Caller, classification = 'C2'): Promise<Given> =>
  given(by.post('/rooms', { name: 'Falcon', classification }));

export const CIPHERTEXT = Buffer.from('ciphertext');
export const SEALED = { iv: 'AAECAwQFBgcICQoL', tag: 'AAECAwQFBgcICQoLDA0ODw==' };

export const anUpload = (by: Caller, room: { id: string }, size = CIPHERTEXT.length): Promise<Given> =>
  given(by.post(`/rooms/${room.id}/files/upload-url`, { name: 'a.pdf', size, content_type: 'application/pdf' }));

/** Retries, as a client does, if the user has too many uploads in progress. */
export async function put(url: string, bytes: Uint8Array<ArrayBuffer> = CIPHERTEXT): Promise<number> {
  for (let tries = 200; ; tries--) {
    const answer = await fetch(url, { method: 'PUT', body: bytes });
    await answer.arrayBuffer();
    if (answer.status !== 429 || tries === 0) return answer.status;
    await pause(20);
  }
}

type Headers = Readonly<Record<string, string>>;

export const confirm = (
  by: Caller,
  room: { id: string },
  upload: { file_id: string },
  headers?: Headers,
): Promise<Reply> => by.post(`/rooms/${room.id}/files/${upload.file_id}/confirm`, SEALED, headers);

/** An uploaded and confirmed file. */
export async function aFile(by: Caller, room: { id: string }, bytes = CIPHERTEXT): Promise<Given> {
  const upload = await anUpload(by, room, bytes.length);
  const status = await put(upload.upload_url, bytes);
  if (status !== 200) throw new Error(`the PUT was answered ${status}`);
  return given(confirm(by, room, upload));
}

export const aLink = (by: Caller, file: { id: string }, cap?: number): Promise<Given> =>
  given(by.post(`/files/${file.id}/share`, { expires_in: 3600, ...(cap === undefined ? {} : { max_downloads: cap }) }));

export const redeem = (by: Caller, token: string, headers?: Headers): Promise<Reply> =>
  by.post(`/shares/by-token/${token}/download`, undefined, headers);

export const times = <T>(number: number, make: (index: number) => T): T[] =>
  Array.from({ length: number }, (_, index) => make(index));
