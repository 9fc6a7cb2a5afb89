/**
 * A key of the room service that this key service has seen. A dropped one is never trusted again; one that waits is not
 * trusted before the operator accepts it.
 */
export type TrustedKey = Readonly<{ kid: string; firstSeen: number; dropped: boolean; waits?: boolean }>;

/** `added`: keys that are new, or are trusted from now on. `isTaken`: whether the set may be used. */
export type SeenSet = Readonly<{
  next: readonly TrustedKey[];
  added: readonly string[];
  isContinued: boolean;
  isTaken: boolean;
}>;

/** Maximum number of keys that are remembered, beside the dropped ones, which only the operator makes. */
const MAX_REMEMBERED = 20;

export const isTrusted = ({ dropped, waits }: TrustedKey): boolean => !dropped && waits !== true;

/**
 * The keys to remember after a set was seen. The first set is taken. Another one is taken if it holds a key that is trusted, or
 * if the operator trusts every set.
 */
export function afterSet(
  known: readonly TrustedKey[],
  kids: readonly string[],
  { now, areOthersTrusted }: Readonly<{ now: number; areOthersTrusted: boolean }>,
): SeenSet {
  const isContinued = known.length === 0 || known.some((key) => isTrusted(key) && kids.includes(key.kid));
  const isTaken = isContinued || areOthersTrusted;
  const of = (kid: string): TrustedKey | undefined => known.find((key) => key.kid === kid);
  const added = kids.filter((kid) => of(kid) === undefined || (isTaken && of(kid)?.waits === true));
  // Keys of an earlier set that waited are forgotten: a source that changes all the time must not fill the list.
  const kept = known.filter(({ kid, waits }) => waits !== true || (!isTaken && kids.includes(kid)));
  const fresh = added.map((kid) => ({ kid, firstSeen: now, dropped: false, ...(isTaken ? {} : { waits: true }) }));
  // Keys in use come last, so that they are not forgotten before older ones.
  const inUse = (key: TrustedKey): boolean => kids.includes(key.kid) && !added.includes(key.kid);
  const next = [...kept.filter((key) => !kids.includes(key.kid)), ...kept.filter(inUse), ...fresh];
  return { next: remembered(next), added, isContinued, isTaken };
}

/** The keys with one that the operator accepts. */
export const afterAccepting = (known: readonly TrustedKey[], kid: string, now: number): readonly TrustedKey[] =>
  remembered([...known.filter((key) => key.kid !== kid), { kid, firstSeen: now, dropped: false }]);

/** INVARIANT: a dropped key is never forgotten, or it would be trusted again. */
function remembered(keys: readonly TrustedKey[]): readonly TrustedKey[] {
  const others = keys.filter(({ dropped }) => !dropped).slice(-MAX_REMEMBERED);
  return keys.filter((key) => key.dropped || others.includes(key));
}
