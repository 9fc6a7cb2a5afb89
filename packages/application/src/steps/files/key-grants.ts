import {
  type EventData,
  type EventId,
  type FileId,
  GRANT_LIFE,
  type GrantClaims,
  type GrantOp,
  type KeyThumbprint,
  type KmsKeyId,
  type Label,
  type RoomId,
  SECOND,
  type ShareLink,
  type User,
  type WrappedKey,
} from '@strongroom/domain';
import type { GrantMissing, KeyGrant } from '../../kernel/answers.ts';
import type { Deps } from '../../kernel/deps.ts';
import { base64url } from './base64url.ts';

export type GrantDeps = Pick<Deps, 'grants' | 'keyService' | 'orgId' | 'secrets' | 'clock'>;

/** The file whose key is granted. */
type Granted = Readonly<{
  id: FileId;
  roomId: RoomId;
  effectiveLabel: Label;
  kmsKeyId: KmsKeyId;
  wrappedDek: WrappedKey;
  /** The file that an upload becomes a version of: the key is wrapped for that file. */
  replaces?: Readonly<{ id: FileId }>;
}>;

/** The holder of a right: a user, or the caller who has a link. */
type Holder = Readonly<{ user: Pick<User, 'id' | 'keyPerson'> } | { share: Pick<ShareLink, 'id'> }>;

/** A decision that is recorded, but not signed yet. */
export type DecidedGrant =
  | undefined
  | Readonly<{ claims: Omit<GrantClaims, 'wdk'>; wrappedDek: WrappedKey }>
  | Readonly<{ missing: GrantMissing }>;

/** A grant to one holder. Its id is drawn before the decision, which may be repeated. */
export type GrantTo = Readonly<{
  /** Part of the event that records the release. */
  data: EventData;
  decided: (event: EventId, file: Granted, roomLabel: Label) => DecidedGrant;
}>;

const NO_GRANT: GrantTo = { data: {}, decided: () => undefined };

/** Drafts the grants of one operation: none for a client that asked for none, and where no key service is. */
export function draftGrant(
  deps: GrantDeps,
  op: GrantOp,
  client: KeyThumbprint | undefined,
): (holder: Holder) => GrantTo {
  const { grants, keyService, secrets } = deps;
  if (client === undefined || grants === undefined || keyService === undefined) return () => NO_GRANT;
  const jti = base64url(secrets.random(16));
  const needsPerson = (keyService.proof() ?? WORD_IS_ENOUGH) !== WORD_IS_ENOUGH;
  return (holder) => {
    const person = 'user' in holder ? (holder.user.keyPerson ?? undefined) : undefined;
    if (needsPerson && person === undefined) {
      const missing = 'user' in holder ? 'PERSON_NOT_LINKED' : 'LINK_NEEDS_KEY';
      return { data: { grant_missing: missing.toLowerCase() }, decided: () => ({ missing }) };
    }
    return {
      data: { grant: { jti, jkt: client, op } },
      decided: (event, file, roomLabel) => {
        const iat = Math.floor(deps.clock.now() / SECOND);
        const claims = {
          iss: keyService.issuer(),
          aud: keyService.url,
          iat,
          exp: iat + GRANT_LIFE,
          jti,
          sub: 'user' in holder ? `user:${holder.user.id}` : `share:${holder.share.id}`,
          ...(person === undefined ? {} : { person }),
          op,
          org: deps.orgId,
          room: file.roomId,
          room_label: roomLabel,
          file: file.replaces?.id ?? file.id,
          label: file.effectiveLabel,
          kms_key_id: file.kmsKeyId,
          cnf: { jkt: client },
          evt: event,
        };
        return { claims, wrappedDek: file.wrappedDek };
      },
    };
  };
}

/** The mode in which a grant needs no person. */
const WORD_IS_ENOUGH = 'grant';

/** Signs a grant once its event is committed. */
export function signGrant({ grants }: Pick<Deps, 'grants'>, decided: DecidedGrant): KeyGrant {
  if (decided === undefined || grants === undefined) return { keyGrant: null, keyGrantMissing: null };
  if ('missing' in decided) return { keyGrant: null, keyGrantMissing: decided.missing };
  return { keyGrant: grants.sign(decided.claims, decided.wrappedDek), keyGrantMissing: null };
}
