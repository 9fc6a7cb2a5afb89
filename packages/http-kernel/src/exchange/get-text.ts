import type { IncomingMessage } from 'node:http';
import { textUpTo } from '@strongroom/store-kit';
import { http } from './node-http.ts';

/** An answer with another status than 200. */
export class UnexpectedStatus extends Error {
  override readonly name = 'UnexpectedStatus';
  readonly status: number;
  constructor(status: number) {
    super(`it answers ${status}`);
    this.status = status;
  }
}

/**
 * Reads the text at an address of another service, without Node's `fetch`, which takes 16 MB of memory. It follows no
 * redirect: that would lead to another party. `deadlineMs` holds for the whole answer, `most` is in bytes. Rejects with
 * UnexpectedStatus, AnswerTooLong, a DOMException after the deadline, or the error of Node.
 */
export async function getText(
  address: string,
  { deadlineMs, most }: Readonly<{ deadlineMs: number; most: number }>,
): Promise<string> {
  const signal = AbortSignal.timeout(deadlineMs);
  const { get } = address.startsWith('https:') ? process.getBuiltinModule('node:https') : http;
  const request = get(address, { signal });
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      request.on('response', resolve).on('error', reject),
    );
    if (answer.statusCode !== 200) throw new UnexpectedStatus(answer.statusCode ?? 0);
    return await textUpTo(answer, most);
  } catch (error) {
    request.destroy();
    throw signal.aborted ? signal.reason : error;
  }
}
