import { FileId, type GrantClaims, KeyRefusal, OrgId, type ProofMode, RoomId } from '@strongroom/domain';
import { KeyDestroyed, NotAuthentic } from '@strongroom/ports';
import { type Item, live } from './items.ts';
import type { ReleaseDeps } from './key-request.ts';

/** Charges each key to its person. */
export async function counted({ rates, mode }: ReleaseDeps, items: readonly Item[]): Promise<void> {
  await Promise.all(
    live(items).map(async (item) => {
      await rates.chargeKey(chargedOf(mode, item.asked.claims)).catch((error: unknown) => {
        if (!(error instanceof KeyRefusal)) throw error;
        item.refusal = error;
      });
    }),
  );
}

/** Unwraps the keys. One that cannot be unwrapped does not count. */
export async function opened({ unwrapper, rates, mode, log }: ReleaseDeps, items: readonly Item[]): Promise<void> {
  await Promise.all(
    live(items).map(async (item) => {
      const { org, room, file, kms_key_id: key } = item.asked.claims;
      const binding = { orgId: OrgId.parse(org), roomId: RoomId.parse(room), fileId: FileId.parse(file) };
      try {
        item.dataKey = await unwrapper.unwrap(item.wrappedDek, key, binding);
      } catch (error) {
        item.refusal = refusalOfUnwrapping(error);
        if (error instanceof NotAuthentic && error.missingKey !== undefined)
          log.warn('a wrapped key is for an outer key that this key service does not have', {
            outer_key: error.missingKey,
            room,
          });
        if (item.refusal.code === 'KEY_STORE_UNAVAILABLE')
          log.error('a key cannot be unwrapped', {
            reason: String(error instanceof Error ? (error.cause ?? error) : error),
          });
        await rates.giveBackKey(chargedOf(mode, item.asked.claims));
      }
    }),
  );
}

/** Without a proof, the person is the subject of the grant. */
const chargedOf = (mode: ProofMode, { person, sub, room, op }: GrantClaims) => ({
  person: mode === 'grant' || person === undefined ? sub : `${person.iss}\n${person.id}`,
  room,
  op,
});

const OUTER_KEY_MISSING =
  'The key of this file is wrapped for an outer key that this key service does not have. Its operator has to add that key.';

function refusalOfUnwrapping(error: unknown): KeyRefusal {
  if (error instanceof KeyDestroyed) return new KeyRefusal('KEY_DESTROYED', 'key-destroyed');
  if (error instanceof NotAuthentic && error.missingKey !== undefined)
    return new KeyRefusal('WRAPPED_KEY_MISMATCH', 'outer-key-missing', { message: OUTER_KEY_MISSING });
  if (error instanceof NotAuthentic) return new KeyRefusal('WRAPPED_KEY_MISMATCH', 'key-not-authentic');
  return new KeyRefusal('KEY_STORE_UNAVAILABLE', 'key-store');
}
