import type { KeyUnwrapper } from '../base/key-unwrapper.ts';
import type { FileCalls } from '../calls/files.ts';
import type { Bytes } from '../content/bytes.ts';
import { downloadWith } from '../content/download.ts';
import { receiveInMemory, type TransferOptions } from '../content/in-memory.ts';
import type { ClientNetwork } from '../content/settings.ts';
import { type AddressedFile, downloadAddresses } from './addresses.ts';
import type { WantedFile } from './download-files.ts';

/** Downloads, decrypts and verifies the next file of a list. Calls may overlap. */
export type ReadNext = (options?: TransferOptions) => Promise<Bytes>;

type Source = Readonly<{ files: FileCalls; unwrap: KeyUnwrapper; network: ClientNetwork }>;

/** Size of the first group of large files. */
const FIRST_GROUP = 6;

/** Reads files in the order of a list. Asks for addresses and keys in groups, shortly before their turn. */
export function readInTurn(
  { files, unwrap, network }: Source,
  items: Iterable<WantedFile>,
  signal: AbortSignal | undefined,
): ReadNext {
  const isWanted = async (): Promise<boolean> => true;
  const addressed = downloadAddresses(files, items, { first: FIRST_GROUP, isWanted, signal });
  let failure: Readonly<{ error: unknown }> | undefined;
  const next = async (): Promise<AddressedFile<WantedFile>> => {
    const step = await addressed.next().catch((error: unknown) => {
      failure = { error };
      throw error;
    });
    if (step.done !== true) return step.value;
    // A generator that has thrown only says that it is over.
    throw failure === undefined ? new RangeError('every file of the list was read') : failure.error;
  };
  return async (options = {}) => {
    const { item, download } = await next();
    const receiving = receiveInMemory(network, { ...options, size: item.size });
    return downloadWith({ unwrap, download, ...receiving, fileId: item.id, signal: options.signal });
  };
}
