import type { TypeOf, Value } from '@strongroom/domain';
import type { Ids } from '@strongroom/ports';

/** The parameters of a path by name. */
export type DescribedParams = Readonly<Record<string, Value<string>>>;
export type ParamsOf<P extends DescribedParams> = { readonly [K in keyof P]: TypeOf<P[K]> };

/**
 * The parameters of a path. A malformed id is replaced by a fresh random one, so that it is answered like an unknown
 * id, after the same reads.
 */
export function readParams(
  described: DescribedParams | undefined,
  sent: Readonly<Record<string, unknown>>,
  ids: Ids,
): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const name in described) {
    const given = sent[name];
    // Express splits the rest of a path into its segments.
    const text = Array.isArray(given) ? given.join('/') : given;
    params[name] = described[name]?.is(text) === true ? text : ids.uuid();
  }
  return params;
}
