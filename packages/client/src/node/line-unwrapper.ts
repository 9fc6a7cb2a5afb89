import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { KeyUnwrapper, WrappedDataKey } from '../base/key-unwrapper.ts';
import { afterAnyTime } from '../http/long-timer.ts';
import {
  type CommandOptions,
  DEADLINE_MS,
  refuseStrangeNames,
  type UnwrapCommand,
  unwrapFailure,
} from './command-unwrapper.ts';
import { decodeBase64 } from './decode-base64.ts';

/** Maximum length of an answer in characters. */
const MAX_LINE = 4096;
const MAX_REASON = 200;

/**
 * Key management by one program for all keys. For each key it reads a line of JSON from standard input,
 * `{"id": 1, "wrapped_dek", "kms_key_id", "aad"}`, and writes one to standard output: `{"id": 1, "key"}` with the key in
 * base64, or `{"id": 1, "error"}` with a reason. Answers may come in any order. The program is started for the first key,
 * and again after it ended; its input ends with this process. A key that misses the deadline fails alone if an answer came
 * since it was asked for. A program that was silent is ended, and the keys that wait fail with it. Its standard error is
 * discarded.
 */
export function lineUnwrapper(command: UnwrapCommand, { deadline = DEADLINE_MS }: CommandOptions = {}): KeyUnwrapper {
  let running: LineProgram | undefined;
  return {
    unwrap: async (wrapped) => {
      refuseStrangeNames(wrapped);
      wrapped.signal?.throwIfAborted();
      if (running === undefined || running.hasEnded) running = new LineProgram(command);
      return running.ask(wrapped, deadline);
    },
  };
}

type Waiting = Readonly<{ resolve: (key: Uint8Array) => void; reject: (error: unknown) => void }>;

class LineProgram {
  hasEnded = false;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, Waiting>();
  /** Keys that are not wanted any more, whose answers may still come. */
  readonly #abandoned = new Set<unknown>();
  #last = 0;
  #answers = 0;
  #rest = '';

  constructor([program, ...args]: UnwrapCommand) {
    this.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
    this.#child.on('error', (cause) => this.#end(unwrapFailure('cannot be started', cause)));
    this.#child.on('close', (code, by) => this.#end(unwrapFailure(`ended with ${code ?? by}`)));
    // `close` reports the end of the program.
    this.#child.stdin.on('error', () => undefined);
    this.#child.stdout.setEncoding('utf8').on('data', (piece: string) => this.#read(piece));
  }

  /** Throws KEY_NOT_UNWRAPPED, or the reason of the signal. */
  ask({ wrappedDek, kmsKeyId, aad, signal }: WrappedDataKey, deadline: number): Promise<Uint8Array> {
    const id = ++this.#last;
    return new Promise<Uint8Array>((resolve, reject) => {
      const abandon = (reason: unknown): void => {
        this.#abandoned.add(id);
        this.#waiting.get(id)?.reject(reason);
      };
      const answers = this.#answers;
      const cancel = afterAnyTime(deadline, () => {
        const late = unwrapFailure(`took longer than ${deadline} ms`);
        if (this.#answers === answers) this.#end(late);
        else abandon(late);
      });
      const abort = (): void => abandon(signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      const settled = (): void => {
        cancel();
        signal?.removeEventListener('abort', abort);
        this.#waiting.delete(id);
        this.#holdProcess();
      };
      this.#waiting.set(id, {
        resolve: (key) => {
          settled();
          resolve(key);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      });
      this.#holdProcess();
      this.#child.stdin.write(`${JSON.stringify({ id, wrapped_dek: wrappedDek, kms_key_id: kmsKeyId, aad })}\n`);
    });
  }

  #read(piece: string): void {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
    if (this.#rest.length > MAX_LINE) this.#end(unwrapFailure('says more than a key in one line'));
  }

  #take(line: string): void {
    const { id, key, error } = answerIn(line);
    this.#answers += 1;
    if (this.#abandoned.delete(id)) return;
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (waiting === undefined || line.length > MAX_LINE) {
      this.#end(unwrapFailure('gave an answer that is none to a key that was asked for'));
    } else if (typeof key === 'string') {
      const decoded = decodeBase64(Buffer.from(key));
      if (decoded === undefined) waiting.reject(unwrapFailure('answered what is not base64'));
      else waiting.resolve(decoded);
    } else waiting.reject(unwrapFailure(`refuses: ${String(error).slice(0, MAX_REASON)}`));
  }

  #end(error: Error): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.#child.kill('SIGKILL');
    this.#child.stdout.destroy();
    for (const { reject } of this.#waiting.values()) reject(error);
  }

  /** An idle program does not keep this process running. */
  #holdProcess(): void {
    const how = this.#waiting.size > 0 ? 'ref' : 'unref';
    this.#child[how]();
    for (const stream of [this.#child.stdin, this.#child.stdout]) if (stream instanceof Socket) stream[how]();
  }
}

function answerIn(line: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}
