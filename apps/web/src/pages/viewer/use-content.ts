import { StrongroomError } from '@strongroom/client';
import { useEffect, useState } from 'react';
import { onReturn } from '../../base/connection.ts';
import type { ReadOptions } from '../../transfer/transfers.ts';

export type ReadContent = (options?: ReadOptions) => Promise<ArrayBuffer>;

type Content = Readonly<{
  bytes: ArrayBuffer | undefined;
  error: unknown;
  /** The part that has arrived, from 0 to 1. */
  part: number;
  /** Shows the error of another attempt at it. */
  fail: (error: unknown) => void;
}>;

/** Reads the content of the file with this id, if it is wanted; again when a lost connection is back. */
export function useContent(id: string, read: ReadContent, isWanted: boolean): Content {
  const [content, setContent] = useState<Readonly<{ id: string; bytes: ArrayBuffer }>>();
  const [error, setError] = useState<unknown>();
  const [part, setPart] = useState(0);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setError(undefined);
    setPart(0);
    if (isWanted)
      read({ signal: stop.signal, onProgress: setPart }).then(
        (bytes) => setContent({ id, bytes }),
        (failure: unknown) => {
          if (!stop.signal.aborted) setError(failure);
        },
      );
    return () => stop.abort();
  }, [id, isWanted, attempt]);
  const isLost = error instanceof StrongroomError && error.code === 'CONNECTION_LOST';
  useEffect(() => (isLost ? onReturn(() => setAttempt((before) => before + 1)) : undefined), [isLost]);
  return { bytes: content?.id === id ? content.bytes : undefined, error, part, fail: setError };
}
