import {
  DomainError,
  decide,
  isBearerSecret,
  isThere,
  type LiveRoom,
  type UploadRequest,
  type UploadRequestId,
  type User,
} from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import type { Visitor } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Operation } from '../../kernel/operation-runner.ts';
import { requestTarget, unknownRequestTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { rooms } from '../../store/rooms.ts';
import { requestSecretKey, uploadRequests } from '../../store/upload-requests.ts';
import { requestIn } from './at-request.ts';
import { makerOf, makerRefs } from './request-seen.ts';

export type PresentedRequestDeps = Pick<Deps, 'runner' | 'documents' | 'clock' | 'secrets' | 'labelRules'>;

export type PresentedRequest = Readonly<{ request: UploadRequest; room: LiveRoom; maker: User }>;

/** The upload request of a secret. Throws REQUEST_NOT_FOUND. */
export async function requestWithSecret(deps: PresentedRequestDeps, secret: string): Promise<UploadRequest> {
  // The checksum finds a typo without a read.
  if (!isBearerSecret('uploadRequest', secret)) throw new DomainError('REQUEST_NOT_FOUND');
  const read = await deps.documents.read([refBy(uploadRequests, requestSecretKey(deps.secrets.hash(secret)))]);
  const [document] = read;
  if (document !== undefined) return stateOf(uploadRequests, document);
  await deps.documents.evenOut?.([read]);
  throw new DomainError('REQUEST_NOT_FOUND');
}

/** The holder of an upload request as an actor of the audit log. */
const holderOf = (id: UploadRequestId, visitor: Visitor) => ({
  actor: { type: 'upload_request', id } as const,
  request: visitor.request,
});

/** An operation of a caller who holds the secret of an upload request and needs no account. */
export const onPresentedRequest = <T>(
  deps: PresentedRequestDeps,
  visitor: Visitor,
  found: UploadRequest,
  action: 'upload_request.peek' | 'upload_request.send' | 'upload_request.confirm',
  apply: (uow: UnitOfWork, at: PresentedRequest) => T,
  refs: readonly Ref[] = [],
): Operation<T> => ({
  author: holderOf(found.id, visitor),
  refs: [refTo(uploadRequests, found.id), refTo(rooms, found.roomId), ...makerRefs(found), ...refs],
  serializeOn: found.id,
  apply: (uow) => {
    const now = deps.clock.now();
    const request = requestIn(uow, found.id, now);
    const room = uow.find(rooms, found.roomId);
    const maker = makerOf(uow, found);
    const target = request && room ? requestTarget(request, room) : unknownRequestTarget(found.id);
    permit(
      decide(action, { labelRules: deps.labelRules, request, room, membership: undefined, now, ...maker }),
      target,
    );
    if (request === undefined || !isThere(room) || maker.creator === undefined)
      throw new TypeError('a holder of an upload request was let in without it');
    return apply(uow, { request, room, maker: maker.creator });
  },
});
