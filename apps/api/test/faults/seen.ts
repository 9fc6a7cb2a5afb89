import type { Caller, Reply } from '../support/caller.ts';
import { CIPHERTEXT, confirm } from '../support/people-of-process.ts';

type Thing = Readonly<{ id: string }>;

/** The outcome for callers of each kind: `served`, or the status and the code. */
export type Calls = Readonly<Record<'lists' | 'downloads' | 'changes' | 'uploads', string>>;

export const SERVED: Calls = { lists: 'served', downloads: 'served', changes: 'served', uploads: 'served' };

/** The answer of an upload or a download by a signed address. */
async function withoutBody(answered: Promise<Response | undefined>): Promise<Pick<Reply, 'status' | 'text' | 'body'>> {
  const answer = await answered;
  const text = (await answer?.text().catch(() => undefined)) ?? '';
  return { status: answer?.status ?? 598, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
}

/** Calls of each kind at once, as people make them. `sentences`: the sentence of each code, which it adds to. */
export async function callsOf(
  owner: Caller,
  room: Thing,
  file: Thing,
  sentences: Map<string, string> = new Map(),
): Promise<Calls> {
  /** The first call that is not served. */
  const outcomeOf = async (...calls: readonly (() => Promise<Pick<Reply, 'status' | 'text' | 'body'>>)[]) => {
    for (const call of calls) {
      const { status, text, body } = await call();
      if (status < 400) continue;
      const error = body?.error;
      if (error === undefined) return `${status} ${text.slice(0, 80)}`;
      sentences.set(error.code, error.message);
      return `${status} \`${error.code}\``;
    }
    return 'served';
  };
  let url = '';
  const address = async (): Promise<Reply> => {
    const reply = await owner.get(`/files/${file.id}/download-url`);
    url = reply.body?.data?.download_url ?? '';
    return reply;
  };
  const bytes = async (): ReturnType<typeof withoutBody> => {
    const answer = await withoutBody(fetch(url).catch(() => undefined));
    return answer.status === 200 && answer.text !== CIPHERTEXT.toString() ? { ...answer, status: 599 } : answer;
  };
  let upload = { file_id: '', upload_url: '' };
  const announce = async (): Promise<Reply> => {
    const wanted = { name: 'b.pdf', size: CIPHERTEXT.length, content_type: 'application/pdf' };
    const reply = await owner.post(`/rooms/${room.id}/files/upload-url`, wanted);
    upload = reply.body?.data ?? upload;
    return reply;
  };
  const store = (): ReturnType<typeof withoutBody> =>
    withoutBody(fetch(upload.upload_url, { method: 'PUT', body: CIPHERTEXT }).catch(() => undefined));
  const [lists, downloads, changes, uploads] = await Promise.all([
    outcomeOf(() => owner.get('/rooms')),
    outcomeOf(address, bytes),
    outcomeOf(() => owner.post('/rooms', { name: 'Falcon', classification: 'C2' })),
    outcomeOf(announce, store, () => confirm(owner, room, upload)),
  ]);
  return { lists, downloads, changes, uploads };
}
