import {
  bearerSecret,
  DomainError,
  type EncryptedPrivateKey,
  type GcmTag,
  type Iv,
  isRequestExpired,
  openRequest,
  type RequestPublicKey,
  type UploadRequest,
  type UploadRequestId,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type InRequest, inRequest } from '../../steps/requests/at-request.ts';
import { requestsSeen, type UploadRequestSeen } from '../../steps/requests/request-seen.ts';
import { uploadRequests } from '../../store/upload-requests.ts';

type OpenInput = Readonly<{
  requestId: UploadRequestId;
  publicKey: RequestPublicKey;
  privateKey: EncryptedPrivateKey;
  iv: Iv;
  tag: GcmTag;
}>;

/** An opened request; the secret is empty for a repeated one. */
export type OpenedRequest = UploadRequestSeen & Readonly<{ secret: string }>;
type Opened = Readonly<{ request: UploadRequest; secret: string; at?: InRequest }>;

/**
 * Gives a draft its public key, its encrypted private half and its link. Throws REQUEST_NOT_FOUND, INSUFFICIENT_ROOM_ROLE,
 * ROOM_ARCHIVED, REQUEST_OPENED, REQUEST_REVOKED, REQUEST_EXPIRED.
 */
export const openUploadRequest =
  (deps: OperationDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, { requestId, ...key }: OpenInput): Promise<OpenedRequest> => {
    const secret = bearerSecret('uploadRequest', deps.secrets.random(32));
    const secretHash = deps.secrets.hash(secret);
    let at: InRequest | undefined;
    const { request, secret: shown } = await inRequest<Opened>(deps, ctx, requestId, {
      action: 'upload_request.open',
      serializeOn: requestId,
      replay: REPLAY,
      apply: (uow, found, target): Opened => {
        at = found;
        if (found.request.revokedAt !== null) throw new DomainError('REQUEST_REVOKED');
        if (isRequestExpired(found.request, deps.clock.now())) throw new DomainError('REQUEST_EXPIRED');
        const opened = openRequest(found.request, { ...key, secretHash });
        uow.put(uploadRequests, opened);
        uow.record({ type: 'upload_request.opened', target });
        return { request: opened, secret };
      },
    });
    if (at === undefined) throw new TypeError('an upload request was opened without being seen');
    const [seen] = await requestsSeen(deps, at, [request], true);
    if (seen === undefined) throw new TypeError('an upload request was answered without being seen');
    return { ...seen, secret: shown };
  };

const REPLAY: Replay<Opened> = {
  store: ({ request }) => ({ id: request.id }),
  restore: ({ id }: { id: UploadRequestId }, uow) => ({ request: uow.get(uploadRequests, id), secret: '' }),
};
