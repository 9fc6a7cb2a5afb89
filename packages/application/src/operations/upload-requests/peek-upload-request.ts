import {
  DomainError,
  hasAnonymousLinks,
  type Instant,
  leftOf,
  type PersonName,
  type RequestPublicKey,
  type RoomName,
  type UploadRequest,
} from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { isInMails } from '../../steps/mail-label.ts';
import {
  onPresentedRequest,
  type PresentedRequestDeps,
  requestWithSecret,
} from '../../steps/requests/on-presented-request.ts';

/** An upload request as its holder sees it: never the folder, members, or what others sent. */
export type PeekedRequest = Readonly<{
  request: UploadRequest;
  publicKey: RequestPublicKey;
  /** Name of the maker; null for one who gave none, and where links of the room are anonymous. */
  requestedBy: PersonName | null;
  organisation: string | null;
  /** Null above the label up to which mails name rooms. */
  roomName: RoomName | null;
  expiresAt: Instant;
  left: Readonly<{ files: number; bytes: number }>;
}>;

/** Shows what is asked for. Throws REQUEST_NOT_FOUND, REQUEST_REVOKED, REQUEST_EXPIRED, REQUEST_FULL. */
export const peekUploadRequest =
  (deps: PresentedRequestDeps & Pick<Deps, 'organisation' | 'mailLabel'>) =>
  async (visitor: Visitor, { secret }: Readonly<{ secret: string }>): Promise<PeekedRequest> => {
    const found = await requestWithSecret(deps, secret);
    return deps.runner.run(
      onPresentedRequest(deps, visitor, found, 'upload_request.peek', (_, { request, room, maker }) => {
        if (request.opened === null) throw new DomainError('REQUEST_NOT_FOUND');
        const isAnonymous = hasAnonymousLinks(room);
        return {
          request,
          publicKey: request.opened.publicKey,
          requestedBy: isAnonymous ? null : maker.name || null,
          organisation: isAnonymous ? null : (deps.organisation ?? null),
          roomName: isInMails(deps, room.label) ? room.name : null,
          expiresAt: request.expiresAt,
          left: leftOf(request, deps.clock.now()),
        };
      }),
    );
  };
