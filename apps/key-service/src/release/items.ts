import type { KeyRefusal } from '@strongroom/domain';
import type { ProvenPerson } from '../people/proven.ts';
import type { GrantRequest } from '../record/release-record.ts';

/** One key of a request, with the results of its checks. */
export type KeyRequestItem = {
  readonly wrappedDek: string;
  /** Set once the signature of the grant was right. */
  asked?: GrantRequest;
  proven?: ProvenPerson;
  refusal?: KeyRefusal;
  dataKey?: Uint8Array;
};

export type LiveItem = KeyRequestItem & { readonly asked: GrantRequest };

/** The items that nothing refused so far. */
export const liveItems = (items: readonly KeyRequestItem[]): readonly LiveItem[] =>
  items.filter((item): item is LiveItem => item.asked !== undefined && item.refusal === undefined);
