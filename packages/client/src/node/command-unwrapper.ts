import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { StrongroomError } from '../base/error.ts';
import type { KeyUnwrapper, WrappedDataKey } from '../base/key-unwrapper.ts';
import { KMS_KEY_ID } from '../generated/kms-key-id.ts';
import { afterAnyTime } from '../http/long-timer.ts';
import { decodeBase64 } from './decode-base64.ts';

/**
 * A program and its arguments, run without a shell. In an argument, `{kms_key_id}`, `{wrapped_dek}` and `{aad}` stand
 * for the values from the service.
 */
export type UnwrapCommand = readonly [program: string, ...args: string[]];

export type CommandOptions = Readonly<{
  /** Maximum duration in milliseconds. 30 000. */
  deadline?: number | undefined;
}>;

export const DEADLINE_MS = 30_000;
/** A key in base64 has 44 characters. */
const MAX_OUTPUT_BYTES = 1024;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Key management by any program: it reads the wrapped key in base64 from standard input and writes the key in base64 to
 * standard output. Its standard error is discarded.
 */
export function commandUnwrapper(
  command: UnwrapCommand,
  { deadline = DEADLINE_MS }: CommandOptions = {},
): KeyUnwrapper {
  return {
    unwrap: async (wrapped) => {
      const [program, ...args] = command;
      refuseStrangeNames(wrapped);
      const given = args.map((argument) => filled(argument, wrapped));
      const child = spawn(program, given, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
      const output = await outputOf(child, `${wrapped.wrappedDek}\n`, deadline, wrapped.signal);
      const key = decodeBase64(output);
      output.fill(0);
      if (key === undefined) throw unwrapFailure('answered what is not base64');
      return key;
    },
  };
}

/** Throws for values that may not be handed to a program: they come from the service. */
export function refuseStrangeNames({ kmsKeyId, wrappedDek, aad }: WrappedDataKey): void {
  if (!KMS_KEY_ID.test(kmsKeyId))
    throw unwrapFailure('was not started: the name of the key is not one to hand to a program');
  if (!BASE64.test(wrappedDek) || !BASE64.test(aad ?? ''))
    throw unwrapFailure('was not started: the wrapped key is not in base64');
}

const filled = (argument: string, { kmsKeyId, wrappedDek, aad }: WrappedDataKey): string =>
  argument.replaceAll(/\{(kms_key_id|wrapped_dek|aad)\}/g, (_, name: string) =>
    name === 'kms_key_id' ? kmsKeyId : name === 'aad' ? (aad ?? '') : wrappedDek,
  );

export const unwrapFailure = (what: string, cause?: unknown): StrongroomError =>
  new StrongroomError('KEY_NOT_UNWRAPPED', { message: `The command that unwraps keys ${what}.`, cause });

/** The output of a program that succeeds. Throws KEY_NOT_UNWRAPPED, or the reason of the signal. */
function outputOf(
  child: ChildProcessByStdio<Writable, Readable, null>,
  input: string,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  return new Promise<Buffer>((resolve, reject) => {
    const stop = (error: unknown) => {
      child.kill('SIGKILL');
      child.stdout.destroy();
      reject(error);
    };
    const abort = () => stop(signal?.reason);
    const cancel = afterAnyTime(deadline, () => stop(unwrapFailure(`took longer than ${deadline} ms`)));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    child.stdout.on('data', (piece: Buffer) => {
      pieces.push(piece);
      size += piece.length;
      if (size > MAX_OUTPUT_BYTES) stop(unwrapFailure('says more than a key'));
    });
    child.on('error', (cause) => reject(unwrapFailure('cannot be started', cause)));
    child.on('close', (code, by) => {
      cancel();
      signal?.removeEventListener('abort', abort);
      if (code === 0) resolve(Buffer.concat(pieces));
      else reject(unwrapFailure(`ended with ${code ?? by}`));
    });
    // A program that needs no input may have closed it; the exit code decides.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  }).finally(() => {
    for (const piece of pieces) piece.fill(0);
  });
}
