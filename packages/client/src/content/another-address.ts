import { StrongroomError } from '../base/error.ts';

/**
 * Either the address has expired, or the received object is not the one that was sent. Only an object store reports the
 * former.
 */
export function isWorthAnotherAddress(error: unknown): boolean {
  if (!(error instanceof StrongroomError)) return false;
  const { code, status } = error;
  if (code === 'UPLOAD_NOT_FOUND' || code === 'UPLOAD_SIZE_MISMATCH') return true;
  return code === 'URL_EXPIRED' || (code === 'OBJECT_REFUSED' && status >= 400 && status < 500);
}
