import type { Caller, Reply } from '../../support/caller.ts';
import { IV, TAG } from '../../support/people-in-memory.ts';
import type { Side } from './side.ts';

/** The id of a thing that must have been made. */
export async function idOfCreated(answer: Promise<Reply>): Promise<string> {
  const { status, body, text } = await answer;
  if (status !== 201) throw new TypeError(`${status} instead of 201: ${text}`);
  return body.data.id ?? body.data.user_id;
}

/** Notes the id of a thing under its name, if the answer has one. */
export function noted(side: Side, name: string, answer: Reply): Reply {
  if (answer.status < 300) side.ids.set(name, answer.body.data.id);
  return answer;
}

/** All answers of an upload, also if it is refused. */
export async function upload(side: Side, by: Caller, name: string, body: object): Promise<readonly Reply[]> {
  const at = `/rooms/${side.id('room')}/files`;
  const announced = await by.post(`${at}/upload-url`, {
    name: `${name}.pdf`,
    size: 5,
    content_type: 'text/plain',
    ...body,
  });
  if (announced.status !== 200) return [announced];
  const { upload_url: address, file_id: id } = announced.body.data;
  await (await fetch(address, { method: 'PUT', body: 'hello' })).arrayBuffer();
  return [announced, noted(side, name, await by.post(`${at}/${id}/confirm`, { iv: IV, tag: TAG }))];
}
