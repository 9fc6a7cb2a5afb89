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
  type ShareLinkId,
  type UserId,
  type WrappedKey,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';

export type GrantDeps = Pick<Deps, 'grants' | 'keyService' | 'orgId' | 'secrets' | 'clock'>;

/** The file whose key is granted. */
type Granted = Readonly<{
  id: FileId;
  roomId: RoomId;
  effectiveLabel: Label;
  kmsKeyId: KmsKeyId;
  wrappedDek: WrappedKey;
}>;

type Subject = `user:${UserId}` | `share:${ShareLinkId}`;

/** Claims that are decided and recorded, but not signed yet. */
export type DecidedGrant = Readonly<{ claims: Omit<GrantClaims, 'wdk'>; wrappedDek: WrappedKey }>;

/** A grant of one operation. Its id is drawn before the decision, which may be repeated. */
export type GrantDraft = Readonly<{
  /** Part of the event that records the release. */
  data: EventData;
  decided: (event: EventId, sub: Subject, file: Granted, roomLabel: Label) => DecidedGrant;
}>;

/** Undefined for a client that asked for no grant, and where no key service is. */
export function draftGrant(
  { grants, keyService, orgId, secrets, clock }: GrantDeps,
  op: GrantOp,
  client: KeyThumbprint | undefined,
): GrantDraft | undefined {
  if (client === undefined || grants === undefined || keyService === undefined) return undefined;
  const jti = base64url(secrets.random(16));
  return {
    data: { grant_jti: jti, grant_jkt: client, grant_op: op },
    decided: (event, sub, file, roomLabel) => {
      const iat = Math.floor(clock.now() / SECOND);
      const claims = {
        iss: keyService.issuer(),
        aud: keyService.url,
        iat,
        exp: iat + GRANT_LIFE,
        jti,
        sub,
        op,
        org: orgId,
        room: file.roomId,
        room_label: roomLabel,
        file: file.id,
        label: file.effectiveLabel,
        kms_key_id: file.kmsKeyId,
        cnf: { jkt: client },
        evt: event,
      };
      return { claims, wrappedDek: file.wrappedDek };
    },
  };
}

/** Signs a grant once its event is committed; null for none. */
export const signGrant = ({ grants }: Pick<Deps, 'grants'>, grant: DecidedGrant | undefined): string | null =>
  grant === undefined || grants === undefined ? null : grants.sign(grant.claims, grant.wrappedDek);

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** RFC 4648, without padding. */
function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const count = Math.min(4, bytes.length - at + 1);
    for (let digit = 0; digit < count; digit += 1) text += DIGITS[(bits >> (18 - 6 * digit)) & 63];
  }
  return text;
}
