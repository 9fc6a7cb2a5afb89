import {
  DomainError,
  type Instant,
  isBearerSecret,
  isSessionOver,
  lineOf,
  type SecretHash,
  type User,
} from '@strongroom/domain';
import type { Ref, StoredDocument } from '@strongroom/ports';
import type {
  Credential,
  CredentialWay,
  FoundLocation,
  RequestInfo,
  ResourceLocator,
  SignedIn,
} from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { locatedFile, refToFile } from '../../steps/files/locate-file.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { orgUnits } from '../../store/organisation.ts';
import { shareLinks } from '../../store/share-links.ts';
import { inboxItems, uploadRequests } from '../../store/upload-requests.ts';
import { sessionKey, tokenIdKey, tokenKey, users } from '../../store/users.ts';
import { webhooks } from '../../store/webhooks.ts';

/**
 * Round one: finds the user of a credential and the location of the resource in the path, in one read whatever exists.
 * Round two decides rights on what it reads itself. Throws TOKEN_INVALID (without a read for a wrong form or checksum),
 * TOKEN_EXPIRED. `way`: how the secret arrived; a session works in the way for which it was started only.
 */
export const identify =
  (deps: Pick<Deps, 'documents' | 'secrets' | 'clock' | 'secondFactor'>) =>
  async (
    secret: string,
    locator: ResourceLocator | undefined,
    request: RequestInfo,
    way: CredentialWay = 'header',
  ): Promise<SignedIn> => {
    const kind = isBearerSecret('apiToken', secret)
      ? 'token'
      : isBearerSecret('session', secret)
        ? 'session'
        : undefined;
    if (kind === undefined) throw new DomainError('TOKEN_INVALID');
    const hash = deps.secrets.hash(secret);
    const firstRead = await deps.documents.read([
      refBy(users, kind === 'token' ? tokenKey(hash) : sessionKey(hash)),
      ...(locator ? [whereIs[locator.kind].ref(locator.id)] : []),
    ]);
    const [holder, place] = firstRead;
    const user = holder && stateOf(users, holder);
    const found = user && credentialOf(user, kind, hash);
    const isFound = found !== undefined && isInCookie(found) === (way === 'cookie');
    if (!isFound || user?.status !== 'active') throw new DomainError('TOKEN_INVALID');
    if (isSessionOver(found, deps.clock.now()) || lacksFactor(deps, user, found))
      throw new DomainError('TOKEN_EXPIRED');
    const located = locator && place ? whereIs[locator.kind].located(place) : {};
    return { credential: found, located, firstRead, request };
  };

function credentialOf(
  user: User,
  kind: 'token' | 'session',
  hash: SecretHash,
): (Credential & Readonly<{ expiresAt: Instant | null }>) | undefined {
  if (kind === 'token') {
    const token = user.tokens.find((known) => known.hash === hash);
    return token && { kind, id: token.id, userId: user.id, grant: token.grant, expiresAt: token.expiresAt };
  }
  const session = user.sessions.find((known) => known.hash === hash);
  return (
    session && {
      kind,
      id: session.id,
      userId: user.id,
      grant: null,
      expiresAt: session.expiresAt,
      ...(session.cookieUsedAt !== undefined && { cookieUsedAt: session.cookieUsedAt }),
    }
  );
}

/** A session that began with a password alone, before the operator required more. */
const lacksFactor = ({ secondFactor }: Pick<Deps, 'secondFactor'>, user: User, { id }: Credential): boolean =>
  secondFactor === 'required' &&
  user.sessions.some((session) => session.id === id && !session.provider && !session.factor);

/** A stolen cookie is not a bearer credential, and a bearer credential in a cookie is none either. */
const isInCookie = (credential: Credential): boolean =>
  credential.kind === 'session' && credential.cookieUsedAt !== undefined;

type CredentialSource = Readonly<{ ref: (id: string) => Ref; located: (document: StoredDocument) => FoundLocation }>;

/** How to find the resource of a path, and what that tells round two. */
const whereIs: Readonly<Record<ResourceLocator['kind'], CredentialSource>> = {
  file: { ref: refToFile, located: locatedFile },
  share: {
    ref: (id) => refTo(shareLinks, id),
    located: (document) => {
      const link = stateOf(shareLinks, document);
      return {
        roomId: link.roomId,
        shareId: link.id,
        userId: link.createdBy,
        ...(link.fileId !== undefined && { fileId: link.fileId }),
      };
    },
  },
  'upload-request': {
    ref: (id) => refTo(uploadRequests, id),
    located: (document) => {
      const { id, roomId, folderId } = stateOf(uploadRequests, document);
      return { roomId, requestId: id, ...(folderId !== null && { folderId }) };
    },
  },
  'inbox-item': {
    ref: (id) => refTo(inboxItems, id),
    located: (document) => {
      const { roomId, requestId, folderId, ...item } = stateOf(inboxItems, document);
      const sealed = item.status === 'waiting' ? { sealed: item.sealed } : {};
      return { roomId, requestId, ...sealed, ...(folderId !== null && { folderId }) };
    },
  },
  'org-unit': {
    ref: (id) => refTo(orgUnits, id),
    located: (document) => ({ unitLine: lineOf(stateOf(orgUnits, document)) }),
  },
  webhook: {
    ref: (id) => refTo(webhooks, id),
    located: (document) => {
      const { roomId } = stateOf(webhooks, document);
      return roomId === undefined ? {} : { roomId };
    },
  },
  token: {
    ref: (id) => refBy(users, tokenIdKey(id)),
    located: (document) => ({ userId: stateOf(users, document).id }),
  },
};
