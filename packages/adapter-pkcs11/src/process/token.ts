import type { MessageValue } from './messages.ts';
import { isWrongPin, type PinMemory, RefusedPins } from './refused-pins.ts';
import { TokenFailure } from './token-failure.ts';
import { TokenProcess } from './token-process.ts';

/** Milliseconds for an operation: the service answers its caller within five seconds. */
const OPERATION_MS = 4000;
/** Milliseconds for a check, within the deadline of a health check. */
const CHECK_MS = 1500;
/** Milliseconds for an opening: a login at an HSM in the network takes seconds. */
const OPEN_MS = 12_000;
/** Milliseconds after a failed opening in which it is not tried again. */
const PAUSE_MS = 1000;

type Opened = Readonly<{ process: TokenProcess; value: MessageValue }>;
/** `library`: its path. `token`: its label. `pin` is that of the token's user. */
export type TokenLogin = Readonly<{
  library: string;
  token: string;
  pin: string;
  /** Keeps a refused PIN over restarts. Without it every process tries once. */
  pinMemory?: PinMemory | undefined;
}>;

/** `program` is run; `more` are for its operation `open`, every time, after library, label and PIN. */
type Options = Readonly<{ program: URL; login: TokenLogin; more?: () => readonly MessageValue[] }>;

/** A token that is opened again when its session, its process or the token itself was lost. */
export class Token {
  readonly #options: Options;
  #opening: Promise<Opened> | undefined;
  #failed: Readonly<{ failure: TokenFailure; at: number }> | undefined;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Opens the token and returns what its program says. Throws TokenFailure. */
  async open(): Promise<MessageValue> {
    return (await this.#ready(OPEN_MS)).value;
  }

  /** Calls an operation, and repeats it once in a new process if the first one lost the token. */
  async call(operation: string, args: readonly MessageValue[]): Promise<MessageValue> {
    const deadline = performance.now() + (operation === 'check' ? CHECK_MS : OPERATION_MS);
    const left = (): number => Math.max(1, deadline - performance.now());
    for (let isSecond = false; ; isSecond = true) {
      const { process } = await this.#ready(left());
      try {
        return await process.call(operation, args, left());
      } catch (error) {
        if (!(error instanceof TokenFailure) || error.kind !== 'lost') throw error;
        process.kill();
        if (isSecond || this.#isClosed) throw error;
      }
    }
  }

  /** Ends the process. */
  close(): void {
    this.#isClosed = true;
    void this.#opening?.then(
      ({ process }) => process.kill(),
      () => undefined,
    );
  }

  async #ready(withinMs: number): Promise<Opened> {
    const current = this.#opening ?? this.#begin();
    const opened = await inTime(current, withinMs);
    if (!opened.process.hasEnded) return opened;
    if (this.#opening === current) this.#opening = undefined;
    return inTime(this.#opening ?? this.#begin(), withinMs);
  }

  #begin(): Promise<Opened> {
    const opening = this.#openOnce();
    this.#opening = opening;
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    return opening;
  }

  async #openOnce(): Promise<Opened> {
    if (this.#isClosed) throw new TokenFailure('failed', 'CLOSED', 'the token was closed');
    // INVARIANT: after a wrong PIN the token is not asked again, because it would lock itself.
    if (this.#failed?.failure.kind === 'refused') throw this.#failed.failure;
    if (this.#failed !== undefined && performance.now() - this.#failed.at < PAUSE_MS) throw this.#failed.failure;
    const { program, login, more = () => [] } = this.#options;
    const memory = login.pinMemory === undefined ? undefined : new RefusedPins(login.pinMemory);
    let process: TokenProcess | undefined;
    try {
      await memory?.refuseKnown(login);
      process = new TokenProcess(program);
      const value = await process.call('open', [login.library, login.token, login.pin, ...more()], OPEN_MS);
      await memory?.forget(login);
      return { process, value };
    } catch (error) {
      process?.kill();
      if (!(error instanceof TokenFailure)) throw error;
      const failure = memory !== undefined && isWrongPin(error) ? await noted(memory, login, error) : error;
      this.#failed = { failure, at: performance.now() };
      throw failure;
    }
  }
}

/** The failure, with a note if the refusal could not be stored. */
async function noted(memory: RefusedPins, login: TokenLogin, failure: TokenFailure): Promise<TokenFailure> {
  const { kind, code, message } = failure;
  const reason = await memory.note(login, code);
  if (reason === undefined) return failure;
  const warning = `it could not be noted in ${login.pinMemory?.file} (${reason}), so a restart tries it again`;
  return new TokenFailure(kind, code, `${message}; ${warning}`);
}

/** The opening continues, for later calls. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TokenFailure('failed', 'DEADLINE', 'the token is being opened')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
