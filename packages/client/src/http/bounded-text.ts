import { StrongroomError } from '../base/error.ts';
import { withConnectionErrors } from './connection-errors.ts';

/** Maximum size of an answer that is read as a whole, in characters. Those of the service are much smaller. */
const MAX_TEXT = 32 * 1024 * 1024;

/**
 * The text of an answer. A server that is not the service may send one without end, or pack gigabytes into little: reading stops
 * at `most` characters. Throws UNEXPECTED_ANSWER, CONNECTION_LOST.
 */
export async function boundedText(response: Response, most = MAX_TEXT): Promise<string> {
  if (isShort(response.headers, most)) return withConnectionErrors(response.text());
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return '';
  const pieces: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await withConnectionErrors(reader.read());
    if (done) return pieces.join('');
    length += value.length;
    if (length > most) {
      void reader.cancel().catch(() => undefined);
      throw new StrongroomError('UNEXPECTED_ANSWER', { status: response.status });
    }
    pieces.push(value);
  }
}

/** Whether the length that the server states is that of the text, and within the limit: such an answer is read at once. */
function isShort(headers: Headers, most: number): boolean {
  const length = headers.get('content-length');
  return length !== null && Number(length) <= most && headers.get('content-encoding') === null;
}
