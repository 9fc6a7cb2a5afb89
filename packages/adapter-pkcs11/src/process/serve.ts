import { isRequest, type MessageValue, type TokenAnswer, type TokenRequest } from './messages.ts';
import { TokenFailure } from './token-failure.ts';

export type Operations = Readonly<
  Record<string, (...args: readonly MessageValue[]) => MessageValue | Promise<MessageValue>>
>;

/**
 * Serves the parent process until it goes away. One request at a time, because PKCS#11 allows one operation in a session.
 * Signals are for the parent: at Ctrl-C and under systemd every process gets them, and the service still answers requests.
 */
export function serveParent(operations: Operations): void {
  let last: Promise<void> = Promise.resolve();
  process.on('message', (message) => {
    if (isRequest(message)) last = last.then(() => reply(operations, message));
  });
  process.on('disconnect', () => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
}

async function reply(operations: Operations, request: TokenRequest): Promise<void> {
  const answer = await answerTo(operations, request);
  if (process.connected) process.send?.(answer);
}

async function answerTo(operations: Operations, { id, operation, args, until }: TokenRequest): Promise<TokenAnswer> {
  try {
    const run = operations[operation];
    if (run === undefined) throw new TypeError(`no operation ${operation}`);
    if (Date.now() > until) throw new TokenFailure('failed', 'LATE', 'the call waited too long for others');
    return { id, value: await run(...args) };
  } catch (error) {
    const failure = error instanceof TokenFailure ? error : new TokenFailure('lost', 'BUG', String(error));
    return { id, failure: failure.plain() };
  }
}
