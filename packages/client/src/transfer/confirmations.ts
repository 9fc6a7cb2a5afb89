import type { FileCalls } from '../calls/files.ts';
import type { StoredSeal } from '../content/sealed.ts';
import type { File as RoomFile } from '../generated/operations.ts';
import { type Clock, systemClock } from '../http/clock.ts';
import { MAX_GROUP } from './in-groups.ts';
import { resultAt } from './result-at.ts';

type Waiting = Readonly<{
  item: Readonly<{ file_id: string; iv: string; tag: string }>;
  resolve: (file: RoomFile) => void;
  reject: (reason: unknown) => void;
  own: AbortSignal | undefined;
}>;

export type Confirmations = Readonly<{
  /**
   * Resolves when the service has confirmed the file. All callers give the same signals: after an abort of the first
   * nothing waits any more, and calls are made until an abort of the second, by default the same. After an abort of its own
   * signal, a file that still waits is not confirmed.
   */
  confirm: (
    fileId: string,
    sealed: StoredSeal,
    signal: AbortSignal,
    calls?: AbortSignal,
    own?: AbortSignal,
  ) => Promise<RoomFile>;
  /** Sends what waits. */
  flush: () => void;
}>;

/** Milliseconds that a confirmation waits for others. Bounds the number of requests when files take long. */
const TOGETHER_MS = 1_000;

/** Confirms up to a hundred files of a room per request. */
export function confirmInGroups(files: FileCalls, roomId: string, { after }: Clock = systemClock): Confirmations {
  let waiting: Waiting[] = [];
  let cancel = (): void => undefined;
  let ending: AbortSignal | undefined;
  let callsEnding: AbortSignal | undefined;

  function takeAll(): readonly Waiting[] {
    cancel();
    ending?.removeEventListener('abort', stop);
    const group = waiting;
    waiting = [];
    return group;
  }

  function stop(): void {
    if (callsEnding?.aborted === false) flush();
    else for (const { reject } of takeAll()) reject(ending?.reason);
  }

  function flush(): void {
    const all = takeAll();
    for (const { own, reject } of all) if (own?.aborted === true) reject(own.reason);
    const group = all.filter(({ own }) => own?.aborted !== true);
    if (group.length > 0) void send(group, callsEnding);
  }

  async function send(group: readonly Waiting[], signal: AbortSignal | undefined): Promise<void> {
    try {
      const results = await files.confirmMany(roomId, { items: group.map(({ item }) => item) }, { signal });
      for (const [index, { resolve, reject }] of group.entries()) {
        try {
          resolve(resultAt(results, index));
        } catch (error) {
          reject(error);
        }
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return {
    confirm: (fileId, { iv, tag }, signal, calls = signal, own) =>
      new Promise((resolve, reject) => {
        calls.throwIfAborted();
        waiting.push({ item: { file_id: fileId, iv, tag }, resolve, reject, own });
        ending = signal;
        callsEnding = calls;
        if (waiting.length === 1) {
          signal.addEventListener('abort', stop, { once: true });
          cancel = after(TOGETHER_MS, flush);
        }
        if (waiting.length >= MAX_GROUP) flush();
        // After an abort, only what ends at the same time is waited for.
        else if (signal.aborted) after(0, flush);
      }),
    flush,
  };
}
