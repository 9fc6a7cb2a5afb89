import { hash } from 'node:crypto';
import { type GrantClaims, KeyRefusal } from '@strongroom/domain';
import type { GrantRequest } from '../record/release-record.ts';
import { fromBase64 } from '../tokens/base64url.ts';
import type { ClientKey } from '../tokens/client-key.ts';
import { compactOf } from '../tokens/compact.ts';
import { type GrantRules, type KeyOf, kidOf, refuseUnfit, verifyGrant } from '../tokens/grant.ts';
import type { KeyRequestItem } from './items.ts';
import type { KeyRequest, ReleaseDeps } from './key-request.ts';

const OTHER_CLIENT =
  'The key grant is for another client_key: its RFC 7638 thumbprint is the client_jkt that the room service was asked with.';

/**
 * Signatures of a batch that may be wrong before the rest is refused unseen: a client never has one, and each costs as much as
 * all other checks together.
 */
const MAX_FORGED = 3;

/** Checks grants, and that they are for this client and these wrapped keys. */
export async function verifyGrants(deps: ReleaseDeps, request: KeyRequest): Promise<readonly KeyRequestItem[]> {
  const { items, client, reason, request: from } = request;
  const now = Math.floor(deps.clock.now() / 1000);
  const found: KeyRequestItem[] = [];
  const trusted = new Map<string | undefined, KeyOf>();
  let forged = 0;
  for (const { grant, wrappedDek } of items) {
    const token = compactOf(grant);
    const kid = kidOf(token);
    const keyOf = trusted.get(kid) ?? (await deps.trust.keysFor(kid));
    trusted.set(kid, keyOf);
    const rules: GrantRules = { issuer: deps.roomService, audience: deps.url, keyOf };
    try {
      if (forged >= MAX_FORGED) throw new KeyRefusal('GRANT_INVALID', 'grant-signature');
      const { claims } = verifyGrant(token, rules);
      const asked: GrantRequest = { grant, claims, client: client.thumbprint, device: null, request: from, reason };
      found.push({ wrappedDek, asked, ...refusalOf(() => refuseMisused(claims, { rules, client, wrappedDek, now })) });
    } catch (error) {
      if (!(error instanceof KeyRefusal)) throw error;
      found.push({ wrappedDek, refusal: error });
    }
    const refusal = found.at(-1)?.refusal;
    if (refusal?.rule === 'grant-signature') forged += 1;
    if (refusal !== undefined) deps.refused.note(refusal.rule, { kid, request: from.id });
  }
  return found;
}

type Use = Readonly<{ rules: GrantRules; client: ClientKey; wrappedDek: string; now: number }>;

function refuseMisused(claims: GrantClaims, { rules, client, wrappedDek, now }: Use): void {
  refuseUnfit(claims, rules, now);
  if (claims.cnf.jkt !== client.thumbprint)
    throw new KeyRefusal('GRANT_INVALID', 'grant-client', { message: OTHER_CLIENT });
  const wrapped = fromBase64(wrappedDek);
  if (wrapped === undefined || hash('sha256', wrapped, 'base64url') !== claims.wdk)
    throw new KeyRefusal('WRAPPED_KEY_MISMATCH', 'wrapped-key');
}

function refusalOf(check: () => void): { refusal?: KeyRefusal } {
  try {
    check();
    return {};
  } catch (error) {
    if (error instanceof KeyRefusal) return { refusal: error };
    throw error;
  }
}
