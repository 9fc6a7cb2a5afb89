import {
  conditionsFor,
  FileId,
  type GrantClaims,
  higherLabel,
  KeyRefusal,
  LabelReference,
  OrgId,
  RoomId,
} from '@strongroom/domain';
import { KeyDestroyed, NotAuthentic } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import { type KeyRequestItem, liveItems } from './items.ts';
import type { ReleaseDeps } from './key-request.ts';
import { MANY_KEYS } from './rates.ts';

/** Charges each key to its person. */
export async function chargeRates(deps: ReleaseDeps, items: readonly KeyRequestItem[]): Promise<void> {
  await Promise.all(
    liveItems(items).map(async (item) => {
      const { claims } = item.asked;
      try {
        if (await deps.rates.chargeKey(chargedOf(deps, claims))) await tellOfMany(deps, claims);
      } catch (error) {
        if (!(error instanceof KeyRefusal)) throw error;
        item.refusal = error;
      }
    }),
  );
}

/** Tells the operator of a person who got many keys in an hour. It does not keep a key from being released. */
async function tellOfMany({ record, log }: ReleaseDeps, { sub, person }: GrantClaims): Promise<void> {
  const fields = { subject: sub, person_iss: person?.iss ?? null, person_id: person?.id ?? null, keys: MANY_KEYS };
  log.error('alarm: a person got many keys in an hour', { alarm: 'keys_many', ...fields });
  await record.note('keys.many', fields).catch((error: unknown) => {
    logError(log, 'error', 'an alarm cannot be recorded', error);
  });
}

/** Unwraps the keys. One that cannot be unwrapped does not count. */
export async function unwrapKeys(deps: ReleaseDeps, items: readonly KeyRequestItem[]): Promise<void> {
  const { unwrapper, rates, log } = deps;
  await Promise.all(
    liveItems(items).map(async (item) => {
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
        if (item.refusal.code === 'KEY_STORE_UNAVAILABLE') logError(log, 'error', 'a key cannot be unwrapped', error);
        await rates.giveBackKey(chargedOf(deps, item.asked.claims));
      }
    }),
  );
}

/** Without a proof, the person is the subject of the grant. */
const chargedOf = (
  { mode, scheme, conditions }: Pick<ReleaseDeps, 'mode' | 'scheme' | 'conditions'>,
  { person, sub, room, op, label, room_label }: GrantClaims,
) => ({
  person: mode === 'grant' || person === undefined ? sub : `${person.iss}\n${person.id}`,
  room,
  op,
  labels: conditionsFor(
    conditions,
    scheme,
    higherLabel(scheme, LabelReference.parse(label), LabelReference.parse(room_label)),
  ).flatMap((one) => (one.keysPerHour === null ? [] : [{ label: one.label, keysPerHour: one.keysPerHour }])),
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
