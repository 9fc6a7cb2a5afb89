import { StrongroomError } from '../base/error.ts';
import { unsafeAs } from './answer.ts';
import { withConnectionErrors } from './connection-errors.ts';

/** Maximum length of a line in characters: an event has some hundreds. */
const MAX_LINE = 1024 * 1024;

/** The JSON lines of an answer as they arrive. Ends with the reason of the signal if that is aborted. */
export async function* readLines<T>(response: Response, signal: AbortSignal | undefined): AsyncGenerator<T, void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  const stop = () => void reader.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await read(reader, signal);
      if (done) break;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE) throw new StrongroomError('UNEXPECTED_ANSWER');
      for (const line of lines) yield unsafeAs<T>(parsedLine(line));
    }
    if (rest !== '') yield unsafeAs<T>(parsedLine(rest));
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

async function read(reader: ReadableStreamDefaultReader<string>, signal: AbortSignal | undefined) {
  const step = await withConnectionErrors(reader.read()).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
  signal?.throwIfAborted();
  return step;
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new StrongroomError('UNEXPECTED_ANSWER');
  }
}
