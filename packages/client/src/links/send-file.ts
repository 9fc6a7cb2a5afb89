import { StrongroomError } from '../base/error.ts';
import { senderCalls } from '../calls/requests.ts';
import { type Bytes, ownBytes } from '../content/bytes.ts';
import type { TransferOptions } from '../content/in-memory.ts';
import { tooLarge } from '../content/objects.ts';
import { type NetworkOptions, networkOf, publicCaller } from '../content/settings.ts';
import { encryptContent } from '../content/web-crypto.ts';
import { MAX_FILE_BYTES, type ReceivedFile, type RequestedUpload } from '../generated/operations.ts';
import { withRetries } from '../http/retries.ts';
import { requestThumbprint, sealToRequest } from './request-key.ts';
import { readRequestLink } from './request-link.ts';

/** Description of a file to send; the size is measured. The sender's name and note are read by those who see the inbox. */
export type SentFile = Readonly<{
  name: string;
  content_type: string;
  sender_name?: string | undefined;
  note?: string | undefined;
}>;

type SendOptions = NetworkOptions &
  TransferOptions &
  Readonly<{
    /** Identifies the announcement: a second attempt with it takes the place of the first one. */
    idempotencyKey?: string | undefined;
  }>;

/**
 * Describes a request: the person who asks, its end, and what may still be sent. Sends nothing. Throws LINK_MALFORMED, and REQUEST_KEY_CHANGED where the
 * service shows another key than the link names.
 */
export async function describeRequest(link: string, options: SendOptions = {}): Promise<RequestedUpload> {
  const { calls, token, thumbprint } = senderOf(link, options);
  return described(calls, token, thumbprint, options);
}

/**
 * Encrypts a file in memory with a key that it draws itself, seals that key to the request and sends both: no service sees the
 * key. Throws as `describeRequest`, before anything is encrypted.
 */
export async function sendFile(
  link: string,
  file: SentFile,
  content: Uint8Array | Blob,
  options: SendOptions = {},
): Promise<ReceivedFile> {
  const { calls, token, thumbprint } = senderOf(link, options);
  if ((content instanceof Blob ? content.size : content.length) > MAX_FILE_BYTES) throw tooLarge();
  const { signal, onProgress } = options;
  const request = await described(calls, token, thumbprint, options);
  const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : ownBytes(content);
  const dek: Bytes = crypto.getRandomValues(new Uint8Array(32));
  try {
    const key = await crypto.subtle.importKey('raw', dek, 'AES-GCM', false, ['encrypt']);
    const sealedKey = await sealToRequest(pointOf(request), dek, request.id);
    const { ciphertext, sealed } = await encryptContent(bytes, key);
    const body = { name: file.name, content_type: file.content_type, size: bytes.length };
    const { idempotencyKey = crypto.randomUUID() } = options;
    const { file_id: fileId, upload_url: url } = await calls.announce(token, body, { signal, idempotencyKey });
    const network = networkOf(options);
    await withRetries(() => network.put(url, ciphertext, { ...network, signal, onProgress }), network.retries, signal);
    const { iv, tag } = sealed;
    const { sender_name, note } = file;
    const confirmation = { file_id: fileId, iv, tag, sealed_key: sealedKey, sender_name, note };
    return await calls.confirm(token, confirmation, { signal });
  } finally {
    dek.fill(0);
  }
}

function senderOf(link: string, options: NetworkOptions) {
  const { base, token, thumbprint } = readRequestLink(link);
  return { calls: senderCalls(publicCaller(base, networkOf(options))), token, thumbprint };
}

async function described(
  calls: ReturnType<typeof senderCalls>,
  token: string,
  thumbprint: string,
  { signal }: SendOptions,
): Promise<RequestedUpload> {
  const request = await calls.describe(token, { signal });
  if ((await requestThumbprint(pointOf(request))) !== thumbprint) throw new StrongroomError('REQUEST_KEY_CHANGED');
  return request;
}

/** Other kinds of keys have no thumbprint that a link names. */
const pointOf = ({ public_key: { x, y } }: RequestedUpload) => ({ kty: 'EC', crv: 'P-256', x, y }) as const;
