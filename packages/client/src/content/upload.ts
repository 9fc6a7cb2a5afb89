import type { fileCalls } from '../calls/files.ts';
import { StrongroomError } from '../error.ts';
import type { File as RoomFile, Upload } from '../generated/operations.ts';
import type { Bytes } from './bytes.ts';
import { type KeyUnwrapper, withDataKey } from './data-key.ts';
import type { Sealed } from './sealed.ts';

/** Encrypts under this key and PUTs to this address. */
export type Send = (url: string, dek: Bytes) => Promise<Sealed>;

export type Uploading = Readonly<{
  files: ReturnType<typeof fileCalls>;
  unwrap: KeyUnwrapper;
  roomId: string;
  /** Announces the upload; again, when an address is wanted afresh. The same file and the same key each time. */
  announce: () => Promise<Upload>;
  send: Send;
  signal: AbortSignal | undefined;
  onAnnounced: ((fileId: string) => void) | undefined;
  /** Whether a later call may finish it; otherwise the file is removed when the upload fails. */
  isResumable: boolean;
}>;

const CLEANUP_MS = 5_000;

/** The upload procedure: announce, unwrap, encrypt, PUT, confirm. */
export async function uploadWith(uploading: Uploading): Promise<RoomFile> {
  const { files, unwrap, announce, signal, onAnnounced, isResumable } = uploading;
  const announced = await announce();
  const { file_id: id } = announced;
  onAnnounced?.(id);
  try {
    return await withDataKey(unwrap, announced, signal, async (dek) => {
      try {
        return await sendAndConfirm(uploading, announced, dek);
      } catch (error) {
        if (!isWorthAnotherAddress(error)) throw error;
        return sendAndConfirm(uploading, await announce(), dek);
      }
    });
  } catch (error) {
    if (!isResumable) await files.delete(id, { signal: AbortSignal.timeout(CLEANUP_MS) }).catch(() => undefined);
    throw error;
  }
}

async function sendAndConfirm({ files, roomId, send, signal }: Uploading, to: Upload, dek: Bytes): Promise<RoomFile> {
  const { iv, tag } = await send(to.upload_url, dek);
  return files.confirm(roomId, to.file_id, { iv, tag }, { signal });
}

/** The address has expired, or what came in there is not what was sent. Only an object store answers the former. */
export function isWorthAnotherAddress(error: unknown): boolean {
  if (!(error instanceof StrongroomError)) return false;
  const { code, status } = error;
  if (code === 'UPLOAD_NOT_FOUND' || code === 'UPLOAD_SIZE_MISMATCH') return true;
  return code === 'URL_EXPIRED' || (code === 'OBJECT_REFUSED' && status >= 400 && status < 500);
}
