import type { KeyUnwrapper } from '../base/key-unwrapper.ts';
import type { fileCalls } from '../calls/files.ts';
import type { File as RoomFile, Upload } from '../generated/operations.ts';
import { isWorthAnotherAddress } from './another-address.ts';
import type { WithKey } from './data-key.ts';
import type { StoredSeal } from './sealed.ts';
import type { UploadAddress } from './send-parts.ts';

/** Encrypts with this key and PUTs to this address, or in parts. */
export type SendContent<K> = (to: UploadAddress, key: K) => Promise<StoredSeal>;

/** How content is sent, and in which form that needs the key. */
export type UploadMethod<K> = Readonly<{ withKey: WithKey<K>; send: SendContent<K> }>;

/** Confirms what was sent. */
export type ConfirmUpload = (fileId: string, sealed: StoredSeal) => Promise<RoomFile>;

export type UploadSteps<K> = UploadMethod<K> &
  Readonly<{
    files: ReturnType<typeof fileCalls>;
    unwrap: KeyUnwrapper;
    /** Announces the upload, and again when it needs a new address: the file and the key stay the same. */
    announce: () => Promise<Upload>;
    /** The file that the upload replaces: its key is wrapped for that file. */
    replaces?: string | undefined;
    confirm: ConfirmUpload;
    signal: AbortSignal | undefined;
    onAnnounced?: ((fileId: string) => void) | undefined;
    /** Runs a second attempt, which asks for an address and sends: alone, where several files share a slow line. */
    again?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
    /** Whether a later call may finish the upload. Otherwise a failure removes the file. */
    isResumable: boolean;
  }>;

const CLEANUP_MS = 5_000;

/** The upload procedure: announce, unwrap, encrypt, PUT, confirm. */
export async function uploadWith<K>(uploading: UploadSteps<K>): Promise<RoomFile> {
  const { files, unwrap, announce, withKey, send, confirm, signal, onAnnounced, isResumable } = uploading;
  const { again = (work) => work() } = uploading;
  const announced = await announce();
  const { file_id: id } = announced;
  onAnnounced?.(id);
  const addressOf = ({ upload_url: url, part_size: size }: Upload): UploadAddress => ({
    url,
    // A service of an older version answers no `part_size`.
    inParts:
      (size ?? null) === null
        ? undefined
        : { size: Number(size), ask: (iv) => files.uploadParts(id, { iv }, { signal }) },
  });
  try {
    return await withKey(
      unwrap,
      announced,
      { fileId: uploading.replaces ?? id, uploadId: id, op: 'seal', signal },
      async (key) => {
        try {
          return await confirm(id, await send(addressOf(announced), key));
        } catch (error) {
          if (!isWorthAnotherAddress(error)) throw error;
          const sealed = await again(async () => send(addressOf(await announce()), key));
          return confirm(id, sealed);
        }
      },
    );
  } catch (error) {
    if (!isResumable) await files.delete(id, { signal: AbortSignal.timeout(CLEANUP_MS) }).catch(() => undefined);
    throw error;
  }
}
