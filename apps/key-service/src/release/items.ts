import type { KeyRefusal } from '@strongroom/domain';
import type { Proven } from '../people/proven.ts';
import type { Asked } from '../record/record.ts';

/** One key of a request on its way through the checks. */
export type Item = {
  readonly wrappedDek: string;
  /** Set once the signature of the grant was right. */
  asked?: Asked;
  proven?: Proven;
  refusal?: KeyRefusal;
  dataKey?: Uint8Array;
};

export type Live = Item & { readonly asked: Asked };

/** The items that nothing refused so far. */
export const live = (items: readonly Item[]): readonly Live[] =>
  items.filter((item): item is Live => item.asked !== undefined && item.refusal === undefined);
