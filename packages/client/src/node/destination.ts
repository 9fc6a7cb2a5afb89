import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StrongroomError } from '../base/error.ts';
import type { Bytes } from '../content/bytes.ts';
import type { ReceiveMethod } from '../content/download.ts';
import type { ClientNetwork } from '../content/settings.ts';
import { statOf } from './open-file.ts';
import { partFile } from './part-file.ts';
import { type FileOptions, type ReceivedFile, receiveInto, receiveStream } from './transfers.ts';

/** A place on this machine that receives one file. */
export type FileDestination = Readonly<{
  receiving: (network: ClientNetwork, options: FileOptions) => ReceiveMethod<ReceivedFile, Bytes>;
  /** Removes what is not finished. */
  discard: () => Promise<void>;
}>;

type Saving = Readonly<{ overwrite?: boolean | undefined; modifiedAt?: string | undefined }>;

/** A new file, or a device or pipe, which is written into: to replace it would take it from the whole machine. Throws DESTINATION_EXISTS. */
export async function destinationAt(path: string, { overwrite = false, modifiedAt }: Saving): Promise<FileDestination> {
  const there = await kindAt(path);
  if (there === 'stream')
    return { receiving: (network, options) => receiveAt(path, network, options), discard: async () => undefined };
  if (there !== 'nothing' && !overwrite) throw new StrongroomError('DESTINATION_EXISTS');
  const part = await partFile(path, overwrite, modifiedAt);
  return { receiving: (network, options) => receiveInto(part, network, options), discard: () => part.discard() };
}

/** Names of open files of a process, such as /dev/stdout. The folder of files in memory is none of them. */
const OF_PROCESS = /^\/(?:dev\/(?!shm\/)|proc\/)/u;

/** The kind of thing at a path. A stream is a device, a pipe or an open file of a process, such as /dev/stdout. */
export async function kindAt(path: string): Promise<'nothing' | 'file' | 'folder' | 'stream'> {
  const stats = await statOf(path);
  if (stats === undefined) return 'nothing';
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() && !OF_PROCESS.test(path) ? 'file' : 'stream';
}

const receiveAt = (path: string, network: ClientNetwork, options: FileOptions): ReceiveMethod<ReceivedFile, Bytes> => {
  const { withKey, receive } = receiveStream(network, options);
  return { withKey, receive: async (...from) => poured(await receive(...from), path, options.signal) };
};

/** Appends verified content to what is there. */
async function poured(content: Readable, path: string, signal: AbortSignal | undefined): Promise<ReceivedFile> {
  let size = 0;
  content.on('data', (piece: Uint8Array) => (size += piece.length)).pause();
  try {
    // Waits for the reader of a pipe.
    const handle = await open(path, constants.O_WRONLY | constants.O_APPEND);
    await pipeline(content, handle.createWriteStream(), ...(signal === undefined ? [] : [{ signal }]));
    return { size, sha256: undefined };
  } catch (cause) {
    content.destroy();
    signal?.throwIfAborted();
    throw new StrongroomError('DESTINATION_UNWRITABLE', { cause });
  }
}
