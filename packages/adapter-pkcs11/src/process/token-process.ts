import { type ChildProcess, fork } from 'node:child_process';
import { isAnswer, type MessageValue, type TokenRequest } from './messages.ts';
import { TokenFailure } from './token-failure.ts';

/** Requests that may wait for one process. */
const MAX_WAITING = 1000;
/** Milliseconds without any answer after which the library counts as hung and its process is killed. */
const SILENT_MS = 3500;

type Waiting = Readonly<{ resolve: (value: MessageValue) => void; reject: (failure: TokenFailure) => void }>;

/**
 * A process that has loaded the library of the HSM: a library that hangs or crashes takes no service with it, and a call
 * can be given up. The process ends with the service, whatever ends that.
 */
export class TokenProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  /** When it last answered, or got a request while it was idle; milliseconds as of `performance.now()`. */
  #heardAt = performance.now();
  #end: TokenFailure | undefined;

  /** `program`: the script to run. The variables of the service itself are kept from the library. */
  constructor(program: URL) {
    this.#child = fork(program, {
      execArgv: ['--disallow-code-generation-from-strings'],
      env: environment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Neither the process nor its channel keeps the service alive.
    this.#child.unref();
    this.#child.channel?.unref();
    this.#child.on('message', (message) => this.#receive(message));
    this.#child.on('error', () => this.#ended('its process could not be run'));
    this.#child.on('exit', (code, signal) => this.#ended(`its process ended with ${signal ?? `code ${code}`}`));
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Throws TokenFailure: of the token; `lost` if the process ends first; `failed` after `deadlineMs`. */
  async call(operation: string, args: readonly MessageValue[], deadlineMs: number): Promise<MessageValue> {
    if (this.#end !== undefined) throw this.#end;
    if (this.#waiting.size >= MAX_WAITING)
      throw new TokenFailure('failed', 'BUSY', `${MAX_WAITING} calls wait for the token`);
    const id = ++this.#lastId;
    if (this.#waiting.size === 0) this.#heardAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<MessageValue>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        timer = setTimeout(() => reject(this.#late()), deadlineMs);
        const request: TokenRequest = { id, operation, args, until: Date.now() + deadlineMs };
        this.#child.send(request, (error) => {
          if (error !== null) this.#ended('its process does not listen');
        });
      });
    } finally {
      // A request that was given up counts until its answer comes: the process still has it.
      clearTimeout(timer);
    }
  }

  /** Ends the process at once. Nothing of it needs to be finished: the token keeps its objects whole. */
  kill(): void {
    this.#ended('its process was ended');
    this.#child.kill('SIGKILL');
  }

  #receive(message: unknown): void {
    if (!isAnswer(message)) return;
    this.#heardAt = performance.now();
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('failure' in message) waiting?.reject(TokenFailure.from(message.failure));
    else waiting?.resolve(message.value);
  }

  #late(): TokenFailure {
    if (performance.now() - this.#heardAt >= SILENT_MS) this.kill();
    return new TokenFailure('failed', 'DEADLINE', 'the token did not answer in time');
  }

  #ended(how: string): void {
    if (this.#end !== undefined) return;
    this.#end = new TokenFailure('lost', 'ENDED', `the library of the token is gone: ${how}`);
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
  }
}

/** Libraries find their configuration by variables of their own, such as SOFTHSM2_CONF. */
function environment(): NodeJS.ProcessEnv {
  // oxlint-disable-next-line node/no-process-env -- only passed on, without the service's own
  const { NODE_OPTIONS: _, ...others } = process.env;
  return Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith('STRONGROOM_')));
}
