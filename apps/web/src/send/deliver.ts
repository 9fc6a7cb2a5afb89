import { type ReceivedFile, StrongroomError, sendFile, type Wait } from '@strongroom/client';
import { putObject } from '../worker/put.ts';
import type { SenderWords } from './sender-words.ts';

type Delivery = Readonly<{
  link: string;
  file: File;
  words: SenderWords;
  /** The Idempotency-Key: another attempt takes the place of this one. */
  key: string;
  signal: AbortSignal;
  /** Called with the sent part, from 0 to 1. */
  onProgress: (part: number) => void;
  onWait: (wait: Wait) => void;
}>;

export type Delivered = Readonly<{ received: ReceivedFile; digest: string }>;

/** Time that a file waits for a line that was lost. */
const LINE_WAITING_MS = 600_000;
const TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** Encrypts and sends one file. Throws StrongroomError, and the DOMException of a file that cannot be read. */
export async function deliverFiles({
  link,
  file,
  words,
  key,
  signal,
  onProgress,
  onWait,
}: Delivery): Promise<Delivered> {
  const content = new Uint8Array(await file.arrayBuffer());
  const digest = hex(await crypto.subtle.digest('SHA-256', content));
  const about = {
    name: file.name,
    content_type: TYPE.test(file.type) ? file.type : 'application/octet-stream',
    ...words,
  };
  const attempt = (idempotencyKey: string) =>
    sendFile(link, about, content, {
      put: putObject,
      signal,
      idempotencyKey,
      isReached: true,
      lineWaiting: LINE_WAITING_MS,
      onWait,
      onProgress: ({ transferred, total }) => onProgress(total === 0 ? 1 : transferred / total),
    });
  const received = await attempt(key).catch((error: unknown) => {
    // The place of an earlier attempt has ended.
    if (error instanceof StrongroomError && error.code === 'FILE_NOT_FOUND') return attempt(crypto.randomUUID());
    throw error;
  });
  return { received, digest };
}

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
