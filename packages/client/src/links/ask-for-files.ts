import { StrongroomError } from '../base/error.ts';
import type { KeyUnwrapper } from '../base/key-unwrapper.ts';
import type { uploadRequestCalls } from '../calls/requests.ts';
import { type Bytes, fromBase64, ownBytes, toBase64 } from '../content/bytes.ts';
import { withDataKey } from '../content/data-key.ts';
import { type StoredSeal, TAG_BYTES } from '../content/sealed.ts';
import { decryptContent, encryptContent } from '../content/web-crypto.ts';
import type { CreateUploadRequestBody, InboxDownload, OpenedUploadRequest } from '../generated/operations.ts';
import { newRequestPair, openFromRequest, requestThumbprint } from './request-key.ts';
import { linkToSend } from './request-link.ts';

/** An upload request as the service describes it, and the link for senders. */
export type RequestWithLink = Readonly<{ request: OpenedUploadRequest; url: string }>;

export type RequestTerms = Omit<CreateUploadRequestBody, 'client_jkt'>;

type Asking = Readonly<{ requests: ReturnType<typeof uploadRequestCalls>; unwrap: KeyUnwrapper }>;

/**
 * Makes an upload request: draws its key pair, and gives the service the private half encrypted under a data key of the room.
 */
export async function askForFiles(
  { requests, unwrap }: Asking,
  roomId: string,
  terms: RequestTerms,
  signal: AbortSignal | undefined,
): Promise<RequestWithLink> {
  const draft = await requests.create(roomId, terms, { signal });
  const { publicKey, privateKey } = await newRequestPair();
  const sealed = await withDataKey(unwrap, draft, { fileId: draft.id, op: 'seal', signal }, async (dek) => {
    const key = await crypto.subtle.importKey('raw', dek, 'AES-GCM', false, ['encrypt']);
    return encryptContent(ownBytes(new TextEncoder().encode(privateKey)), key);
  });
  const body = { public_key: publicKey, private_key: toBase64(sealed.ciphertext), ...sealed.sealed };
  const request = await requests.open(draft.id, body, { signal });
  if (request.url === null) throw new StrongroomError('UNEXPECTED_ANSWER');
  return { request, url: linkToSend(request.url, await requestThumbprint(publicKey)) };
}

/** The data key of an item. Throws KEY_NOT_UNWRAPPED for one whose sender sealed no key to the request. */
export async function keyOfItem(
  unwrap: KeyUnwrapper,
  { request, sealed_key: sealedKey }: Pick<InboxDownload, 'request' | 'sealed_key'>,
  signal: AbortSignal | undefined,
): Promise<Bytes> {
  const privateKey = await withDataKey(unwrap, request, { fileId: request.id, op: 'open', signal }, (dek) =>
    privateKeyOf(dek, request.private_key, request),
  );
  return openFromRequest(privateKey, sealedKey, request.id);
}

async function privateKeyOf(dek: Bytes, encryptedKey: string, sealed: StoredSeal): Promise<string> {
  const length = Math.floor((encryptedKey.length * 3) / 4) - (/=*$/.exec(encryptedKey)?.[0].length ?? 0);
  const ciphertext = fromBase64(encryptedKey, length);
  if (ciphertext === undefined) throw new StrongroomError('UNEXPECTED_ANSWER');
  const room = new Uint8Array(length + TAG_BYTES);
  room.set(ciphertext);
  const key = await crypto.subtle.importKey('raw', dek, 'AES-GCM', false, ['decrypt']);
  return new TextDecoder().decode(await decryptContent(room, sealed, key));
}
